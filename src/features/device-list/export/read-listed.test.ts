import { expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { ROWS_PER_READ } from '@/domain/operations/read-devices.ts'
import { defaultColumns } from '@/features/device-list/columns/device-columns.tsx'
import { deviceListState } from '@/features/device-list/data/device-list-state.ts'
import { readListed } from './read-listed.ts'

test('devices that join during the export are read, and the progress never says more than all', async () => {
  const pages = [
    Array.from({ length: ROWS_PER_READ }, (_, nth) => ({ id: nth + 1 })),
    Array.from({ length: 12 }, (_, nth) => ({ id: ROWS_PER_READ + nth + 1 })),
  ]
  connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://terminal.example',
    tokenKey: 'test',
    fetch: async (input) =>
      Response.json({ d: new Request(input).url.includes('$count') ? 3 : pages.shift() }),
  })
  const seen: [number, number][] = []
  const found = await readListed(
    { fleetId: 5, state: deviceListState(new URLSearchParams()), columns: defaultColumns },
    new AbortController().signal,
    (done, total) => seen.push([done, total]),
  )
  expect(found).toHaveLength(ROWS_PER_READ + 12)
  expect(seen).toEqual([
    [0, 3],
    [ROWS_PER_READ, ROWS_PER_READ],
    [ROWS_PER_READ + 12, ROWS_PER_READ + 12],
  ])
})
