import { expect, test } from 'vitest'
import { api, connectApi } from '@/api/api.ts'
import { WatchPlatform } from './watch-platform.ts'
import type { Watch } from './watch.ts'

const watches = [
  {
    id: '0123456789ab',
    paused: false,
    since: 0,
    kind: 'list-new',
    fleet: { id: 5, name: 'gates' },
    filter: '',
  },
  {
    id: '0123456789ac',
    paused: false,
    since: 0,
    kind: 'list-new',
    fleet: { id: 6, name: 'kiosks' },
    filter: '',
  },
] as Watch[]

test('a list of a fleet that is gone is gone; it has not lost its devices one by one', async () => {
  const asked: string[] = []
  connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://terminal.example',
    tokenKey: 'test',
    fetch: async (input) => {
      const url = decodeURIComponent(new Request(input).url)
      asked.push(url)
      return Response.json({ d: url.includes('/v7/application') ? [{ id: 6 }] : [] })
    },
  })
  const platform = new WatchPlatform(api().data, () => Date.UTC(2026, 10, 20))
  const { seen, refused } = await platform.poll(watches, () => undefined, new AbortController().signal)
  expect([seen.get('0123456789ab')?.kind, seen.get('0123456789ac')?.kind]).toEqual(['gone', 'changes'])
  expect(refused).toEqual([])
  expect(asked.filter((url) => url.includes('belongs_to__application eq 5'))).toEqual([])
})
