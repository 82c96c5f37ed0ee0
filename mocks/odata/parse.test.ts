import odataParser from '@balena/odata-parser'
import { expect, test } from 'vitest'
import { createUrlParser } from './parse.ts'

/** URLs that differ only in their literals, and some with text that only looks like a literal. */
const URLS = [
  "/device(uuid='ab')?$select=id",
  "/device(uuid='cd')?$select=id",
  '/device(12)?$select=id',
  "/device?$filter=contains(device_name,'owl') or note eq 'owl'&$top=50&$skip=100",
  "/device?$filter=contains(device_name,'moor') or note eq 'x'&$top=25&$skip=0",
  "/device?$filter=note eq 'o''clock'&$top=1",
  '/device?$filter=note%20eq%20%27100%25%27&$top=2',
  "/device?$filter=note eq ''",
  "/device?$filter=status in ('a','b') and note eq 'c'",
  "/device?$filter=status in ('d') and note eq 'e'",
  "/device?$filter=created_at gt datetime'2026-01-01T00:00:00Z' and note eq 'x'",
  "/device?$filter=created_at gt datetime'2025-01-01T00:00:00Z' and note eq 'y'",
  "/device?$filter=id eq @a and note eq 'b'&@a=5",
  "/device?$filter=id eq @a and note eq 'c'&@a='d'",
  "/device?$filter=(((note eq 'one. two') and (1 eq 0)) and (status eq 'three'))",
  "/device?$expand=device_tag($filter=value eq 'v';$top=3;$skip=4)&$top=5",
  "/device?$filter=note eq 'a",
  '/device?$top=00',
]

test('parses each URL like the platform, regardless of the cached URLs', () => {
  const parse = createUrlParser()
  for (const url of [...URLS, ...URLS.toReversed()]) {
    const { tree, binds } = odataParser.parse(url, { startRule: 'Process' })
    const found = parse(url, url)
    expect(found.tree, url).toEqual(tree)
    expect(Object.entries(found.binds), url).toEqual(Object.entries(binds))
  }
})

test.each(["/device?$filter=note eq '%'", "/device?$filter='a' 'b'", '/device?$top=x'])(
  'rejects the malformed URL %s, also the second time',
  (url) => {
    const parse = createUrlParser()
    for (let time = 0; time < 2; time++)
      expect(() => parse(url, url)).toThrow(expect.objectContaining({ status: 400 }))
  },
)
