import { expect, test } from 'vitest'
import { systemUpdateState } from './system-update.ts'

const stateOf = (provisioning_progress: number | null, provisioning_state: string | null) =>
  systemUpdateState({ provisioning_progress, provisioning_state })

test('a device without progress is not being updated, nor is one that is being flashed for the first time', () => {
  expect(stateOf(null, '')).toEqual({ kind: 'none' })
  expect(stateOf(40, 'Post-Provisioning')).toEqual({ kind: 'none' })
})

test.each([
  ['Preparing OS update', 'preparing'],
  ['Downloading OS update', 'downloading'],
  ['Running OS update', 'installing'],
  ['Update successful, rebooting', 'rebooting'],
  ['Something new', 'working'],
])('%s is parsed as step %s', (said, step) => {
  expect(stateOf(12, said)).toEqual({ kind: 'running', percent: 12, step, said })
})

test.each([
  ['OS update failed: writing the new root file system failed: input/output error', 'storage'],
  ['OS update failed: no space left on device', 'full'],
  ['OS update failed: 6.1.0 did not start in good health; rolled back to 6.0.24', 'health'],
  ['OS update failed: download timed out', 'network'],
  ['OS update failed: the moon is full', 'unknown'],
])('%s is parsed as cause %s', (said, cause) => {
  expect(stateOf(94, said)).toEqual({ kind: 'failed', cause, said: said.replace('OS update failed: ', '') })
})
