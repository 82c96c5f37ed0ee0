import { expect, test } from 'vitest'
import { notRun } from './run-command.ts'
import { runAsCsv, runAsText, runFileName } from './run-files.ts'

const setup = { command: 'df -h', target: 'Host OS', at: Date.parse('2026-11-20T14:32:07Z') }
const rows = [
  {
    name: 'gate-north',
    uuid: 'aa11',
    result: { ...notRun('done'), output: 'one\ntwo', exitCode: 0, durationMs: 1_250 },
  },
  { name: 'gate-south', uuid: 'bb22', result: notRun('skipped', 'VPN is not connected') },
]

test('the text contains the command, and status and output of each device', () => {
  expect(runAsText(setup, rows)).toMatch(
    /^\$ df -h\nHost OS, 2026-11-20T14:32:07\.000Z\n\n## gate-north \(aa11\)\nDone, .+\n\none\ntwo\n\n## gate-south \(bb22\)\nSkipped: VPN is not connected\n\n$/,
  )
})

test('the table has a row for each device, including those where nothing ran', () => {
  expect(runAsCsv(rows).split('\r\n')).toEqual([
    'Device,UUID,Status,Exit code,Duration,Output',
    'gate-north,aa11,Done,0,1.25,"one\ntwo"',
    'gate-south,bb22,Skipped: VPN is not connected,,,',
    '',
  ])
})

test('the name of a file contains the time of the run', () => {
  expect(runFileName(setup, 'csv')).toBe('command-20261120-143207.csv')
})
