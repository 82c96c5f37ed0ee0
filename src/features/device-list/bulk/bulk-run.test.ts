import { expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import type { Field } from './bulk-file.ts'
import type { BulkChange, BulkDevice } from './bulk-plan.ts'
import { createGate, runBulk } from './bulk-run.ts'

const device = (id: number): BulkDevice => ({
  id,
  uuid: `a${id}`,
  name: `device-${id}`,
  note: '',
  tags: new Map(),
  variables: new Map(),
  services: new Map(),
})
const change = (id: number, field: Field, before: string | null, after: string | null): BulkChange => ({
  line: id,
  device: device(id),
  field,
  label: field.kind,
  before,
  after,
})

/** Makes the changes, and returns the requests. */
async function sent(changes: readonly BulkChange[]) {
  const requests: string[] = []
  connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://terminal.example',
    tokenKey: 'test',
    fetch: async (input, init) => {
      const { method, url } = new Request(input, init)
      requests.push(
        `${method} ${decodeURIComponent(url).replace('https://api.example/v7/', '')} ${String(init?.body)}`,
      )
      return new Response()
    },
  })
  const results = await runBulk(changes, {
    signal: new AbortController().signal,
    gate: createGate(),
    onProgress() {},
  })
  expect(results.map(({ outcome }) => outcome)).toEqual(changes.map(() => 'done'))
  return requests
}

test('each device gets its own name, also when two get the same one', async () => {
  const requests = await sent([
    change(1, { kind: 'name' }, 'device-1', 'gate'),
    change(2, { kind: 'name' }, 'device-2', 'gate'),
  ])
  expect(requests).toHaveLength(2)
  expect(
    requests.map((request) => /device\((\d)\)|id (?:eq|in) \(?(\d)\)?/.exec(request)?.slice(1).join('')),
  ).toEqual(['1', '2'])
})

test('devices that get the same note or the same value of a tag are changed by one request', async () => {
  expect(await sent([1, 2].map((id) => change(id, { kind: 'note' }, null, 'x')))).toHaveLength(1)
  expect(await sent([1, 2].map((id) => change(id, { kind: 'tag', key: 'site' }, 'a', 'b')))).toHaveLength(1)
})
