import { expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { ROWS_PER_READ } from '@/domain/operations/read-devices.ts'
import { defaultColumns } from '@/features/device-list/columns/device-columns.tsx'
import { deviceListState } from '@/features/device-list/data/device-list-state.ts'
import { readListed } from './read-listed.ts'

test('devices that join during the export are read, and the progress never says more than all', async () => {
  const ids = Array.from({ length: ROWS_PER_READ + 12 }, (_, nth) => nth + 1)
  const rows = (some: readonly number[]) => Response.json({ d: some.map((id) => ({ id })) })
  connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://terminal.example',
    tokenKey: 'test',
    fetch: async (input) => {
      const { pathname, searchParams } = new URL(new Request(input).url)
      if (pathname.endsWith('/$count')) return Response.json({ d: 3 })
      const skip = searchParams.get('$skip')
      // Far into the list, the rows of a page are read by their ids.
      if (skip === null) return rows((searchParams.get('$filter')?.match(/\d+/g) ?? []).map(Number))
      return rows(ids.slice(Number(skip), Number(skip) + Number(searchParams.get('$top'))))
    },
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
