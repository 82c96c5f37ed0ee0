import { beforeEach, expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { batchCommands, type CommandTargets } from './batch-commands.ts'

beforeEach(() => {
  connectApi({ apiUrl: 'https://api.platform.example', terminalUrl: '', tokenKey: 'test' })
})

const chosen = (count: number): CommandTargets => ({
  kind: 'chosen',
  devices: Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    uuid: `uuid${at + 1}`,
    belongs_to__application: [{ id: 5 }],
  })),
})
const matching: CommandTargets = {
  kind: 'matching',
  filter: "belongs_to__application%20eq%205%20and%20overall_status%20eq%20'updating'",
  fleetId: 5,
}

test('a batch on selected devices names each of them on the command line', () => {
  const { cli, curl } = batchCommands('restart', chosen(2), undefined)
  expect(cli).toBe('balena device restart uuid1\nbalena device restart uuid2')
  expect(curl).toContain(`--data-raw '{"deviceId":2,"appId":5,"data":{"appId":5}}'`)
})

test('a request for several devices names as many ids as allowed', () => {
  const { curl } = batchCommands('track', chosen(201), undefined)
  expect(curl.match(/curl -X PATCH/g)).toHaveLength(2)
  expect(curl).toContain('id%20in%20(201)')
})

test('all matching devices are found by their filter, and a loop runs the command for each', () => {
  const { cli, curl } = batchCommands('restart', matching, undefined)
  expect(cli).toContain('$select=id,uuid&$filter=belongs_to__application%20eq%205')
  expect(cli).toContain('\n  balena device restart "$uuid" </dev/null\ndone')
  expect(curl).toContain(`--data-raw '{"deviceId":'"$id"',"appId":5,"data":{"appId":5}}' </dev/null\ndone`)
})

test('a change of rows uses the filter itself, in one request', () => {
  const { curl } = batchCommands('pin', matching, { releaseId: 9, commit: 'abc' })
  expect(curl.split(' \\\n')[0]).toBe(
    `curl -X PATCH 'https://api.platform.example/v7/device?$filter=belongs_to__application%20eq%205%20and%20overall_status%20eq%20%27updating%27'`,
  )
  expect(curl).toContain('"is_pinned_on__release":9')
})
