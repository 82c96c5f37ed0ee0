import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { LONGEST_VALUE } from '@/domain/tags/kept-text.ts'
import { isReadable, readTeamView, viewKey, writeTeamView } from './team-view.ts'
import { cleanSearch, viewFields, viewFromFields } from './view-fields.ts'
import { readViewFile, viewFile } from './view-file.ts'

beforeAll(() =>
  connectApi({
    apiUrl: 'https://api.platform.example',
    terminalUrl: 'wss://terminal.platform.example',
    tokenKey: 'token',
    fetch: async () => new Response(),
  }),
)

const view = {
  name: 'Late, “cold” & hot',
  search:
    'columns=device_name%3A240%2Cuuid%2Ctag.a%252Cb&q=tag%3Aring+%3D+canary&size=100&sort=overall_status%3Adesc%2Cdevice_name%3Aasc&status=operational',
}
const tagOf = (written: { key: string; value: string }) => ({ tag_key: written.key, value: written.value })

test('a view survives a round trip through a file and through a tag [OPS-096, OPS-097]', () => {
  expect(viewFromFields(viewFields(view))).toEqual(view)
  expect(readViewFile(viewFile([view, { name: 'Everything', search: '' }]))).toEqual([
    view,
    { name: 'Everything', search: '' },
  ])
  const written = writeTeamView(view)
  expect(written.value.length).toBeLessThan(LONGEST_VALUE)
  // Printable ASCII only, because the platform may count bytes.
  expect(written.value).toMatch(/^[\x20-\x7e]+$/)
  expect(readTeamView(tagOf(written))).toMatchObject({ ...view, key: viewKey(view.name) })
})

test('keeps only known parameters of an address: no page and no unknown columns [OPS-096]', () => {
  expect(
    cleanSearch(
      'page=7&sort=colour:asc,device_name:desc&columns=uuid,__proto__&status=broken&view=globe&size=7&token=abc&q=%20x%20',
    ),
  ).toBe('columns=device_name%2Cuuid&q=x&sort=device_name%3Adesc')
})

test('the example in docs/tables.md is a valid file [OPS-096]', () => {
  const docs = readFileSync(new URL('../../../../docs/tables.md', import.meta.url), 'utf8')
  const [, example = ''] = /```json\n(.*?)```/s.exec(docs) ?? []
  const [read] = readViewFile(example)
  expect(read && viewFields(read)).toEqual(JSON.parse(example).views[0])
})

const file = (views: unknown, more: object = {}) =>
  JSON.stringify({ flotilla: 'device-views', version: 1, views, ...more })

test.each([
  ['no views', '{"views":[]}', /flotilla/],
  [
    'another kind',
    JSON.stringify({ flotilla: 'world', version: 1, views: [{ name: 'a' }] }),
    /flotilla must be "device-views"/,
  ],
  ['another version', file([{ name: 'a' }], { version: 2 }), /version must be 1/],
  ['an empty list', file([]), /views must be a list of 1 to 100 views/],
  ['too many', file(Array.from({ length: 101 }, (_, at) => ({ name: `v${at}` }))), /views must be a list/],
  ['a name of blanks', file([{ name: '  ' }]), /views\.0\.name must have 1 to 60 characters/],
  [
    'an unknown column to sort by',
    file([{ name: 'a', sort: ['device_name:asc', 'colour:asc'] }]),
    /views\.0\.sort\.1 must be a column and asc or desc/,
  ],
  ['an unknown column', file([{ name: 'a', columns: ['colour'] }]), /views\.0\.columns\.0 must be a column/],
  [
    'columns in one text',
    file([{ name: 'a', columns: ['uuid,note'] }]),
    /views\.0\.columns\.0 must be a column/,
  ],
  ['an invalid page size', file([{ name: 'a', rows: 51 }]), /views\.0\.rows must be 50, 100 or 500/],
  [
    'a key of a prototype',
    '{"flotilla":"device-views","version":1,"views":[{"name":"a","__proto__":{"x":1}}]}',
    /must not have/,
  ],
  ['a long filter', file([{ name: 'a', query: 'x'.repeat(2001) }]), /views\.0\.query is too long/],
  ['broken JSON', '{"flotilla":', /Line 1/],
])('rejects a file with %s and names the invalid part [OPS-096]', (_, text, problem) => {
  expect(() => readViewFile(text)).toThrow(problem)
})

test('reports a tag that was edited, moved or truncated as broken and shows nothing of it [OPS-097]', () => {
  const { key, value } = writeTeamView(view)
  const sum = /"sum":(\d+)/.exec(value)?.[1] ?? ''
  for (const changed of [
    value.replace('operational', 'inactive'),
    value.slice(0, -1),
    value.replace('"v":1', '"v":2'),
    `${value} `.replace('{', ' {'),
    value.replace('}', ',"more":1}'),
    JSON.stringify({ v: 1, sum: Number(sum), name: '', search: '' }),
    '<b>view</b>',
    'null',
    '',
  ])
    expect(isReadable(readTeamView({ tag_key: key, value: changed })), changed).toBe(false)
  expect(isReadable(readTeamView({ tag_key: viewKey('Another'), value }))).toBe(false)
})

test('ignores unknown parts of a tag, even if its checksum is correct [OPS-097]', () => {
  const hostile = { name: 'a', search: 'token=1&sort=colour:asc&view=javascript:alert(1)&status=operational' }
  const { value } = writeTeamView({ name: 'a', search: 'status=operational' })
  const text = value.replace(/"sum":\d+/, `"sum":${checksum(`${hostile.name}\n${hostile.search}`)}`)
  const forged = text.replace(/"search":"[^"]*"/, `"search":"${hostile.search}"`)
  expect(readTeamView({ tag_key: viewKey('a'), value: forged })).toMatchObject({
    search: 'status=operational',
  })
})

/** An independent implementation of the checksum of the dashboard. */
function checksum(text: string): number {
  let sum = 2_166_136_261n
  for (const letter of text) sum = ((sum ^ BigInt(letter.charCodeAt(0))) * 16_777_619n) % 2n ** 32n
  return Number(sum)
}
