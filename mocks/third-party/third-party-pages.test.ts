import { expect, test } from 'vitest'
import { docsSearch } from './docs-search.ts'
import { statusPage } from './status-page.ts'

const bodyOf = (answer: ReturnType<typeof statusPage>): Record<string, unknown> => {
  if (answer?.kind !== 'json') throw new Error('It is not answered as JSON')
  return answer.json as Record<string, unknown>
}

const statusAt = (time: string) =>
  bodyOf(statusPage('GET', new URL('https://status.flotilla.test/api/v2/summary.json'), Date.parse(time)))

test.each([
  ['2026-11-20T14:00Z', 'none', 'scheduled', '2026-11-21T06:00:00.000Z'],
  ['2026-11-21T06:00Z', 'maintenance', 'in_progress', '2026-11-21T06:00:00.000Z'],
  ['2026-11-21T07:59Z', 'maintenance', 'in_progress', '2026-11-21T06:00:00.000Z'],
  ['2026-11-21T08:00Z', 'none', 'scheduled', '2026-11-28T06:00:00.000Z'],
])('at %s the status is %s and the maintenance %s for %s', (time, indicator, status, from) => {
  expect(statusAt(time)).toMatchObject({
    status: { indicator },
    scheduled_maintenances: [{ status, scheduled_for: from }],
  })
})

function search(query: string, key: string | null = 'any') {
  const url = new URL('https://search.flotilla.test/1/indexes/docs')
  url.search = new URLSearchParams({ query, hitsPerPage: '2' }).toString()
  const headers: Record<string, string> =
    key === null ? {} : { 'x-algolia-application-id': 'any', 'x-algolia-api-key': key }
  return docsSearch(new Request(url, { headers }), url)
}

test('searches the documentation for all words, and ranks titles first', () => {
  const { hits, nbHits } = bodyOf(search('update os'))
  expect(hits).toMatchObject([{ hierarchy: { lvl0: 'Reference', lvl1: 'Update the host OS' } }])
  expect(nbHits).toBe(1)
  expect(bodyOf(search('device'))['hits']).toHaveLength(2)
  expect(bodyOf(search('xylophone'))['hits']).toEqual([])
  expect(search('update', null)).toMatchObject({ status: 403 })
})

test('the status page and the search do not answer requests to the platform', () => {
  const platform = new URL('https://api.flotilla.test/api/v2/summary.json')
  expect(statusPage('GET', platform, 0)).toBeUndefined()
  expect(docsSearch(new Request(platform), platform)).toBeUndefined()
})
