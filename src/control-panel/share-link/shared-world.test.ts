import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLIENT_VERSION } from '@/api/http.ts'
import { packText } from '@/files/packed-text.ts'
import {
  isSharedWorldFile,
  sharedWorldFile,
  packSharedWorld,
  readSharedWorld,
  unpackSharedWorld,
} from './shared-world.ts'

const place = { page: '/fleets/3?view=map', person: 'ada' }
const session = { seed: 1, actions: [{ at: 'now' }] }
const file = sharedWorldFile(place, JSON.stringify(session))
const shared = { ...place, session }
const changed = (change: object) => JSON.stringify({ ...(JSON.parse(file) as object), ...change })

test('restores a moment from a link unchanged [MOMENT-001]', async () => {
  expect(isSharedWorldFile(file)).toBe(true)
  expect(await unpackSharedWorld(await packSharedWorld(file))).toEqual(shared)
})

test('reads a file with the format name of version 30', () => {
  const former = file.replace('"flotilla-share"', '"flotilla-moment"')
  expect(former).not.toBe(file)
  expect(isSharedWorldFile(former)).toBe(true)
  expect(readSharedWorld(former)).toEqual(shared)
})

test('rejects a moment of another version with both versions, whatever else it contains [MOMENT-002]', () => {
  expect(() => readSharedWorld(changed({ version: '31.0.0', more: [] }))).toThrow(
    `version 31.0.0 of the dashboard, and this is version ${CLIENT_VERSION}`,
  )
})

test.each([
  ['no JSON', 'PK'],
  ['a session file', '{"format":"flotilla-session","version":1}'],
  ['another site as its page', changed({ page: 'https://evil.example/' })],
  ['another host as its page', changed({ page: '//evil.example' })],
  ['a backslash for a host', changed({ page: '/\\evil.example' })],
  ['a number for a person', changed({ person: 7 })],
  ['a list for a session', changed({ session: [] })],
  ['more than a moment has', changed({ script: 'alert(1)' })],
  ['a key of the prototype', file.replace('"seed"', '"__proto__":{"isStaff":true},"seed"')],
  ['a constructor', changed({ session: { constructor: { prototype: {} } } })],
  ['nothing but brackets', '['.repeat(1_000_000)],
])('rejects %s [MOMENT-004]', (_what, file) => {
  expect(() => readSharedWorld(file)).toThrow(
    'The link or file does not contain a moment of a simulated world',
  )
})

test('rejects a link that is too long, or expands too much [MOMENT-004]', async () => {
  await expect(unpackSharedWorld('A'.repeat(64_001))).rejects.toThrow(
    'The link or file does not contain a moment',
  )
  const bomb = await packText(' '.repeat(30_000_000))
  expect(bomb.length).toBeLessThan(64_000)
  await expect(unpackSharedWorld(bomb)).rejects.toThrow('too long')
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 200 }), async (made) => {
      await expect(unpackSharedWorld(made)).rejects.toThrow(
        /The link is incomplete|The link or file does not contain a moment/,
      )
    }),
  )
})
