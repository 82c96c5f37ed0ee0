import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetFirstReads, noteRead, watchFirstReads } from './first-reads.ts'

const API = 'https://api.example'
const read = (query: string) => new URL(`/v7/device?${query}`, API)

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  at('/fleets')
})
afterEach(() => {
  forgetFirstReads()
  vi.unstubAllGlobals()
})

const at = (pathname: string, search = '') => vi.stubGlobal('location', { pathname, search })
const load = (path: string, ...queries: string[]) => {
  at(path)
  const finish = watchFirstReads(API, 'the-token')
  for (const query of queries) noteRead(read(query))
  finish()
}
const pages = () => {
  const { pages } = JSON.parse(kept.get('flotilla:first-reads') ?? '{}') as {
    pages?: Record<string, string[]>
  }
  return pages ?? {}
}

test('stores the requests of a page until it is ready, with the key of its token', () => {
  load('/fleets', 'a', 'b', 'a')
  expect(JSON.parse(kept.get('flotilla:first-reads') ?? '')).toEqual({
    apiUrl: API,
    tokenKey: 'the-token',
    pages: { '/fleets': [read('a').href, read('b').href] },
  })
  noteRead(read('later'))
  expect(pages()).toEqual({ '/fleets': [read('a').href, read('b').href] })
})

test('does not repeat requests that depend on the time, or are very long', () => {
  load('/fleets', '$filter=created_at gt 2026-11-20T14:00:00Z', 'x'.repeat(4_000), 'a')
  expect(pages()).toEqual({ '/fleets': [read('a').href] })
})

test('stores nothing for a page that redirected', () => {
  const finish = watchFirstReads(API, 'the-token')
  noteRead(read('a'))
  at('/login')
  finish()
  expect(kept.size).toBe(0)
})

test('stores at most six requests of a page, for the ten latest pages', () => {
  load('/much', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
  expect(pages()['/much']).toHaveLength(6)
  for (let nth = 0; nth < 9; nth++) load(`/${nth}`, 'a')
  load('/much', 'b')
  load('/last', 'a')
  expect(Object.keys(pages())).toEqual(['/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8', '/much', '/last'])
})

test('drops entries of another platform and invalid ones; signing out deletes all', () => {
  kept.set('flotilla:first-reads', '"nonsense"')
  load('/fleets', 'a')
  expect(Object.keys(pages())).toEqual(['/fleets'])
  at('/other')
  const finish = watchFirstReads('https://elsewhere.example', 'a-token')
  noteRead(new URL('https://elsewhere.example/v7/device'))
  finish()
  expect(Object.keys(pages())).toEqual(['/other'])
  forgetFirstReads()
  expect(kept.size).toBe(0)
})

test('drops unused early responses when the page is ready', () => {
  globalThis.flotillaEarly = { [read('a').href]: Promise.resolve(new Response()) }
  load('/fleets', 'b')
  expect(globalThis.flotillaEarly).toBeUndefined()
})
