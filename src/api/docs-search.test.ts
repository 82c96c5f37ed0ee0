import { afterEach, expect, test, vi } from 'vitest'
import { searchDocs } from './docs-search.ts'

afterEach(() => vi.unstubAllGlobals())

const service = { url: 'https://app-dsn.algolia.net/1/indexes/docs', appId: 'APP', apiKey: 'reads-only' }

function answers(status: number, body: unknown) {
  const fetch = vi.fn(async (_address: string, _init: RequestInit) => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('queries the documentation search service without the session [SHELL-031]', async () => {
  const fetch = answers(200, {
    hits: [
      {
        url: 'https://docs.example.com/manage/ssh',
        hierarchy: { lvl1: 'SSH access', lvl0: 'Manage', lvl2: 'Keys', lvl3: null },
      },
      { url: 'javascript:alert(1)', hierarchy: { lvl0: 'Bad' } },
      { url: 'https://docs.example.com/nameless', hierarchy: { lvl0: null } },
    ],
  })
  expect(await searchDocs(service, 'ssh keys')).toEqual([
    { url: 'https://docs.example.com/manage/ssh', title: 'Keys', trail: ['Manage', 'SSH access'] },
  ])
  const [address, init] = fetch.mock.calls[0] ?? []
  const { origin, pathname, searchParams } = new URL(address ?? '')
  expect([origin + pathname, searchParams.get('query'), searchParams.get('hitsPerPage')]).toEqual([
    service.url,
    'ssh keys',
    '5',
  ])
  expect(init).toMatchObject({
    credentials: 'omit',
    headers: { 'x-algolia-application-id': 'APP', 'x-algolia-api-key': 'reads-only' },
  })
})

test('rejects an error and an invalid response', async () => {
  answers(403, { message: 'Invalid Application-ID or API key' })
  await expect(searchDocs(service, 'ssh')).rejects.toMatchObject({ kind: 'forbidden' })
  answers(200, { results: [] })
  await expect(searchDocs(service, 'ssh')).rejects.toMatchObject({ kind: 'server' })
})
