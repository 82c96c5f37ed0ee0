import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { readChosen, readMatching, readOperated } from '@/domain/operations/read-devices.ts'
import { defaultColumns, type DeviceColumn } from '@/features/device-list/columns/device-columns.tsx'
import { deviceFilter, deviceListState } from './device-list-state.ts'
import { fleetDevicesQuery, readAgainAfterMs } from './devices.queries.ts'

/** Connects to a platform that records its requests. */
function recordRequests(answer: (url: string) => unknown) {
  const requests: string[] = []
  connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://terminal.example',
    tokenKey: 'test',
    fetch: async (input) => {
      const url = decodeURIComponent(new Request(input).url).replace('https://api.example', '')
      requests.push(url)
      return Response.json({ d: answer(url) })
    },
  })
  return requests
}

const listOf = (query: string, columns: readonly DeviceColumn[] = defaultColumns) =>
  fleetDevicesQuery(5, deviceListState(new URLSearchParams(query)), columns)
const isCount = (url: string) => url.includes('/$count?')
const progress = () => ({ signal: new AbortController().signal, onRead() {} })

test('requests a page of a fleet with order, top and skip, and counts separately', async () => {
  const requests = recordRequests((url) => (isCount(url) ? 1204 : []))
  const { total } = await new QueryClient().fetchQuery(listOf('page=3'))
  expect(total).toBe(1204)
  expect(requests.find((url) => !isCount(url))).toMatch(
    /&\$filter=belongs_to__application eq 5&\$orderby=device_name asc,id asc&\$top=50&\$skip=100$/,
  )
  expect(requests.find(isCount)).toBe('/v7/device/$count?$filter=belongs_to__application eq 5')
})

test('a page far into the list is read in two steps: its ids, then its rows by id', async () => {
  const ids = Array.from({ length: 500 }, (_, at) => 9_000 - at)
  const requests = recordRequests((url) => {
    if (isCount(url)) return 10_000
    if (/\$select=id,device_name&/.test(url)) return ids.map((id) => ({ id }))
    const asked = /id in \(([\d,]+)\)/.exec(url)?.[1]?.split(',').map(Number) ?? []
    return asked.toSorted((a, b) => a - b).map((id) => ({ id, device_name: `device ${id}` }))
  })
  const { devices } = await new QueryClient().fetchQuery(listOf('page=15&size=500'))
  expect(devices.map(({ id }) => id)).toEqual(ids)
  const rows = requests.filter((url) => !isCount(url))
  expect(rows[0]).toBe(
    '/v7/device?$select=id,device_name&$filter=belongs_to__application eq 5&$orderby=device_name asc,id asc&$top=500&$skip=7000',
  )
  expect(rows.slice(1).map((url) => /id in \(([\d,]+)\)/.exec(url)?.[1]?.split(',').length)).toEqual([
    200, 200, 100,
  ])
  expect(rows.slice(1).join(' ')).not.toContain('$skip')
})

test('text matches names and tag values in any case, and the start of a UUID', async () => {
  const requests = recordRequests((url) => (isCount(url) ? 0 : []))
  await new QueryClient().fetchQuery(listOf('q=BEEF'))
  expect(requests.find(isCount)).toBe(
    "/v7/device/$count?$filter=belongs_to__application eq 5 and (contains(tolower(device_name),'beef')" +
      " or device_tag/any(dt:not(startswith(dt/tag_key,'flotilla.')) and contains(tolower(dt/value),'beef')) or startswith(uuid,'beef'))",
  )
})

test('does not search UUIDs for a text that cannot be the start of one', async () => {
  const requests = recordRequests((url) => (isCount(url) ? 0 : []))
  await new QueryClient().fetchQuery(listOf("q=gate's"))
  expect(requests.find(isCount)).toContain("contains(tolower(device_name),'gate''s')")
  expect(requests.find(isCount)).not.toContain('uuid')
})

test.each([
  ['status=updating', "overall_status eq 'updating' and is_frozen eq false"],
  ['status=frozen', 'is_frozen eq true'],
])('the filter %s matches frozen devices only by their own status', async (query, condition) => {
  const requests = recordRequests((url) => (isCount(url) ? 0 : []))
  await new QueryClient().fetchQuery(listOf(query))
  expect(requests.find(isCount)).toBe(
    `/v7/device/$count?$filter=belongs_to__application eq 5 and ${condition}`,
  )
})

test.each([
  ['release', 'is_running__release/raw_version'],
  ['device_type', 'is_of__device_type/name'],
  ['cpu_temp', 'cpu_temp'],
])('the platform sorts by %s', async (column, path) => {
  const requests = recordRequests((url) => (isCount(url) ? 0 : []))
  await new QueryClient().fetchQuery(listOf(`sort=${column}:desc`))
  expect(requests.find((url) => !isCount(url))).toContain(`&$orderby=${path} desc,id desc&`)
})

test('sorts by several columns in order, with the id as tiebreaker', async () => {
  const requests = recordRequests((url) => (isCount(url) ? 0 : []))
  await new QueryClient().fetchQuery(listOf('sort=os_version:desc,device_name:asc'))
  expect(requests.find((url) => !isCount(url))).toContain('&$orderby=os_version desc,device_name asc,id asc&')
})

test('compiles a query, and searches for any other text as is', async () => {
  const requests = recordRequests((url) => (isCount(url) ? 0 : []))
  await new QueryClient().fetchQuery(listOf('q=cpu > 80 or tag.env = prod'))
  expect(requests.find(isCount)).toContain('(cpu_usage gt 80 or device_tag/any(')
  requests.length = 0
  await new QueryClient().fetchQuery(listOf('q=colour = red'))
  expect(requests.find(isCount)).toContain("contains(tolower(device_name),'colour = red')")
})

test('requests optional columns only if they are shown', async () => {
  const requests = recordRequests((url) => (isCount(url) ? 0 : []))
  await new QueryClient().fetchQuery(listOf('', ['device_name', 'note', 'local_mode']))
  const rows = requests.find((url) => !isCount(url))
  expect(rows).toContain(',note&')
  expect(rows).toContain('device_config_variable')
  requests.length = 0
  await new QueryClient().fetchQuery(listOf(''))
  expect(requests.find((url) => !isCount(url))).not.toContain('note')
})

test('refreshes a settled page every 60 s, and one with a changing device every 5 s [DEVLIST-005]', () => {
  const settled = { overall_status: 'operational', is_frozen: false } as const
  expect(readAgainAfterMs([settled])).toBe(60_000)
  expect(readAgainAfterMs([])).toBe(60_000)
  expect(readAgainAfterMs([settled, { ...settled, overall_status: 'updating' }])).toBe(5_000)
})

test('reads selected devices by id, 200 at a time [DEVLIST-008]', async () => {
  const requests = recordRequests(() => [])
  await readChosen(
    readOperated,
    Array.from({ length: 201 }, (_, index) => index + 1),
    progress(),
  )
  expect(requests).toHaveLength(2)
  expect(requests[1]).toEqual(
    expect.stringMatching(
      /^\/v7\/device\?\$select=id,uuid,.*&\$filter=id in \(201\)&\$orderby=device_name asc$/,
    ),
  )
})

test('reads all matches in pages by id until a page is incomplete', async () => {
  const requests = recordRequests((url) =>
    url.includes('id gt 0')
      ? Array.from({ length: 1000 }, (_, index) => ({ id: index + 1 }))
      : [{ id: 1001 }],
  )
  const found = await readMatching(
    readOperated,
    deviceFilter(5, { status: 'updating', query: undefined }),
    progress(),
  )
  expect(found).toHaveLength(1001)
  expect(requests).toHaveLength(2)
  expect(requests[1]).toContain(
    "belongs_to__application eq 5 and overall_status eq 'updating' and is_frozen eq false and id gt 1000",
  )
})
