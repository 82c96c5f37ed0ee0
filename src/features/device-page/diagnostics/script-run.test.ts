import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { asFailed, asStarted, scriptFileName, showRun, type ScriptRun } from './script-run.ts'

const at = Date.parse('2026-11-20T14:03:09.500Z')

test('the name of the health check file contains the device and the time [DIAG-030]', () => {
  expect(scriptFileName('ABCDEF0123', 'checks', at)).toBe('abcdef0123_checks_20261120-140309.json')
})

test('the name of the diagnostics file contains the device and the time [DIAG-031]', () => {
  expect(scriptFileName('ABCDEF0123', 'diagnostics', at)).toBe('abcdef0123_diagnostics_20261120-140309.txt')
})

test('a run is in progress as soon as it is requested, and failed if the request fails [DIAG-011, DIAG-012]', async () => {
  const queries = new QueryClient()
  const before: ScriptRun = { status: 'done', lastRun: '2026-11-20T14:00:00.000Z' }
  queries.setQueryData(['checks'], before)
  await showRun(queries, ['checks'], asStarted)
  expect(queries.getQueryData(['checks'])).toMatchObject({ status: 'in_progress', lastRun: before.lastRun })
  await showRun(queries, ['checks'], (run) => asFailed(run, 'Device is not online'))
  expect(queries.getQueryData(['checks'])).toMatchObject({ status: 'error', error: 'Device is not online' })
})
