import { afterAll, expect, test } from 'vitest'
import { createTestCloud } from '../hosts/node.ts'

const world = createTestCloud()
afterAll(() => world.dispose())

const fleets = (filter: string) =>
  world
    .rows(
      `/v7/application?$select=app_name&$orderby=app_name asc&$filter=organization eq 1 and (${filter})`,
      'ada',
    )
    .then((rows) => rows.map(({ app_name: name }) => name))

// The fleets, apps and blocks of Acme Logistics that match each form of filter.
const filters: [form: string, filter: string, found: string[]][] = [
  ['eq', "app_name eq 'bench-lab'", ['bench-lab']],
  ['ne', "is_of__class ne 'fleet'", ['edge-metrics', 'label-printer', 'wifi-setup']],
  ['gt on a number', 'owns__device/$count gt 20', ['cold-chain-eu', 'silo-sensors']],
  ['le and ge', 'owns__device/$count le 12 and owns__device/$count ge 12', ['tram-displays']],
  ['lt on a date', "created_at lt datetime'2024-12-15T00:00:00.000Z'", ['cold-chain-eu']],
  ['a date as plain text', "created_at lt '2024-12-15T00:00:00.000Z'", ['cold-chain-eu']],
  ['in', "app_name in ('bench-lab','kiosk-lobby','nowhere')", ['bench-lab', 'kiosk-lobby']],
  ['or', "app_name eq 'bench-lab' or app_name eq 'kiosk-lobby'", ['bench-lab', 'kiosk-lobby']],
  ['not', "not(is_of__class eq 'fleet')", ['edge-metrics', 'label-printer', 'wifi-setup']],
  ['contains', "contains(app_name,'lab')", ['bench-lab', 'label-printer']],
  [
    'not contains',
    "not(contains(app_name,'a')) and is_of__class eq 'fleet'",
    ['depot-pilot', 'kiosk-lobby', 'silo-sensors'],
  ],
  ['startswith', "startswith(app_name,'silo')", ['silo-sensors']],
  ['endswith', "endswith(app_name,'-eu')", ['cold-chain-eu']],
  ['substringof', "substringof('cam',app_name)", ['harbor-cams']],
  ['tolower', "tolower(app_name) eq 'bench-lab'", ['bench-lab']],
  ['toupper', "toupper(app_name) eq 'BENCH-LAB'", ['bench-lab']],
  ['length', 'length(app_name) eq 9', ['bench-lab']],
  ['indexof', "indexof(app_name,'lab') eq 6", ['bench-lab']],
  ['concat', "concat(app_name,'!') eq 'bench-lab!'", ['bench-lab']],
  ['trim', "trim(concat(app_name,' ')) eq 'bench-lab'", ['bench-lab']],
  ['replace', "replace(app_name,'-lab','') eq 'bench'", ['bench-lab']],
  ['substring', "substring(app_name,0,5) eq 'bench'", ['bench-lab']],
  ['year and month', 'year(created_at) eq 2024 and month(created_at) eq 11', ['cold-chain-eu']],
  ['now', 'created_at gt now() sub duration%27P3D%27', ['depot-pilot']],
  ['add', 'owns__device/$count add 1 eq 49', ['cold-chain-eu']],
  ['mul', 'owns__device/$count mul 2 eq 96', ['cold-chain-eu']],
  ['a bare boolean', "is_public and is_of__class eq 'block'", ['edge-metrics']],
  ['a negated bare boolean', "not is_public and is_of__class eq 'block'", ['wifi-setup']],
  ['eq null', "should_be_running__release eq null and is_of__class eq 'fleet'", ['depot-pilot']],
  ['not eq null', 'not(is_stored_at__repository_url eq null)', ['cold-chain-eu', 'edge-metrics']],
  ['ne null', 'is_stored_at__repository_url ne null', ['cold-chain-eu', 'edge-metrics']],
  ['ne on a null is true', "is_stored_at__repository_url ne 'x' and app_name eq 'bench-lab'", ['bench-lab']],
  ['a path through a relation', "is_for__device_type/slug eq 'intel-nuc'", ['kiosk-lobby', 'label-printer']],
  ['any', "application_tag/any(t:t/tag_key eq 'env' and t/value eq 'dev')", ['bench-lab']],
  ['any through a to-one', "is_for__device_type/any(dt:dt/slug eq 'jetson-orin-nano')", ['harbor-cams']],
  ['any named is', "service/any(is:is/service_name eq 'postgres')", ['bench-lab']],
  ['nested any', "owns__release/any(r:r/release_tag/any(rt:rt/value eq 'stable'))", ['cold-chain-eu']],
  [
    'any with a constant condition',
    "application_tag/any(t:true) and is_of__class eq 'fleet' and contains(app_name,'k')",
    ['kiosk-lobby'],
  ],
  ['all', "owns__device/all(d:d/is_online eq true) and is_of__class eq 'app'", ['label-printer']],
  ['count with a filter', 'owns__device/$count($filter=is_online eq true) gt 40', ['cold-chain-eu']],
  ['a function result', "contains(app_name,'silo') eq true", ['silo-sensors']],
  ['a literal alone', "1 eq 1 and app_name eq 'bench-lab'", ['bench-lab']],
  ['the other name of a relation', "application__has__tag_key/any(t:t/value eq 'retail')", ['kiosk-lobby']],
]

test.each(filters)('a filter with %s returns the matching rows', async (_form, filter, found) => {
  expect(await fleets(filter)).toEqual(found)
})

const refused: [what: string, path: string, status: number, body: string][] = [
  [
    'an empty list',
    '/v7/device?$filter=id%20in%20()',
    400,
    `"Malformed url: '/v7/device?$filter=id%20in%20()'"`,
  ],
  [
    'a bare date',
    '/v7/device?$filter=created_at%20gt%202026-01-01T00:00:00Z',
    400,
    `"Malformed url: '/v7/device?$filter=created_at%20gt%202026-01-01T00:00:00Z'"`,
  ],
  [
    'an option inside a count',
    '/v7/device?$expand=device_tag($count)',
    400,
    `"Malformed url: '/v7/device?$expand=device_tag($count)'"`,
  ],
  ['an unknown field in $select', '/v7/device?$select=colour', 500, ''],
  ['an unknown field in $filter', "/v7/device?$filter=colour eq 'red'", 500, ''],
  ['an unknown field in $orderby', '/v7/device?$orderby=colour asc', 500, ''],
  ['an unknown relation in $expand', '/v7/device?$expand=colour', 500, ''],
  ['any with nothing inside', '/v7/device?$filter=device_tag/any()', 500, ''],
  ['mod', '/v7/device?$filter=id mod 2 eq 1', 500, ''],
  ['$links', '/v7/device(1)/$links/belongs_to__application', 500, ''],
  ['an unknown resource', '/v7/starship', 401, ''],
  ['the metadata', '/v7/$metadata', 401, ''],
  ['the root', '/v7/', 401, ''],
]

test.each(refused)('rejects %s like the platform', async (_what, path, status, body) => {
  const response = await world.request(path, { as: 'ada' })
  expect([response.status, await response.text()]).toEqual([status, body])
})

const device = async (query: string) => (await world.rows(`/v7/device?${query}`, 'ada'))[0]

test('returns an expanded relation as a list, and any other as a reference', async () => {
  const plain = await device('$top=1&$select=belongs_to__application,is_pinned_on__release')
  expect(plain).toEqual({
    belongs_to__application: { __id: expect.any(Number) },
    is_pinned_on__release: null,
  })
  const expanded = await device(
    '$top=1&$select=belongs_to__application&$expand=belongs_to__application($select=id),is_pinned_on__release',
  )
  expect(expanded).toEqual({
    belongs_to__application: [{ id: expect.any(Number) }],
    is_pinned_on__release: [],
  })
})

test('names keys in the response as in the request', async () => {
  const row = await device('$top=1&$select=id&$expand=device__has__tag_key($select=value),device_tag/$count')
  expect(Object.keys(row ?? {})).toEqual(['device__has__tag_key', 'device_tag', 'id'])
})

test('returns a count under the name of its relation', async () => {
  const [fleet] = await world.rows(
    "/v7/application?$select=id&$expand=owns__device/$count($filter=overall_status eq 'operational')&$filter=app_name eq 'tram-displays'",
    'ada',
  )
  expect(fleet?.['owns__device']).toBe(12)
})

test('nested options select, filter, sort and page expanded rows', async () => {
  const [fleet] = await world.rows(
    "/v7/application?$select=slug&$filter=app_name eq 'cold-chain-eu'&$expand=owns__release($select=raw_version;$filter=is_final eq true;$orderby=created_at desc;$top=1;$skip=1)",
    'ada',
  )
  expect(fleet).toEqual({ slug: 'acme_logistics/cold-chain-eu', owns__release: [{ raw_version: '4.12.0' }] })
})

test('dates have milliseconds and end in Z, and big integers are strings', async () => {
  const [image] = await world.rows("/v7/image?$top=1&$filter=status eq 'success'", 'ada')
  expect(image).toMatchObject({
    image_size: expect.stringMatching(/^\d+$/),
    push_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
})

test('a key without a row returns an empty list, not a 404', async () => {
  expect(await world.rows('/v7/device(99999999)', 'ada')).toEqual([])
})

test('applies both the key and the filter', async () => {
  const first = await device('$top=1&$orderby=id asc&$select=id')
  const id = Number(first?.['id'])
  expect(await world.rows(`/v7/device(${id})?$filter=id eq ${id + 1}`, 'ada')).toEqual([])
  expect(await world.rows(`/v7/device(${id})?$top=1&$select=id&$filter=id eq ${id}`, 'ada')).toEqual([{ id }])
})

test('$top=0 returns nothing, and $count and $inlinecount are ignored', async () => {
  expect(await world.rows('/v7/device?$top=0', 'ada')).toEqual([])
  expect(
    await world.rows('/v7/device?$top=2&$select=id&$count=true&$inlinecount=allpages', 'ada'),
  ).toHaveLength(2)
})

test('an order without a direction is descending', async () => {
  const names = async (order: string) =>
    (await world.rows(`/v7/device?$select=device_name&$orderby=${order}`, 'ada')).map(
      (row) => row['device_name'],
    )
  const undirected = await names('device_name')
  expect(undirected).toEqual(await names('device_name desc'))
  expect(undirected).toEqual((await names('device_name asc')).toReversed())
})

test('sorts nulls last ascending and first descending', async () => {
  const sorted = async (order: string) =>
    (
      await world.rows(
        `/v7/device?$select=last_connectivity_event&$orderby=last_connectivity_event ${order}`,
        'ada',
      )
    ).map((row) => row['last_connectivity_event'])
  const ascending = await sorted('asc')
  expect(ascending.at(-1)).toBeNull()
  expect(ascending[0]).toMatch(/^2026-11-/)
  expect((await sorted('desc'))[0]).toBeNull()
})

test('sorts rows by a field of a relation', async () => {
  const rows = await world.rows(
    '/v7/device?$select=id&$orderby=belongs_to__application/app_name desc,device_name asc&$expand=belongs_to__application($select=app_name)&$top=500',
    'ada',
  )
  const names = rows.map((row) => JSON.stringify(row['belongs_to__application']))
  expect(names).toEqual(names.toSorted().toReversed())
})

test('pages have no gaps and no overlaps', async () => {
  const page = (skip: number) =>
    world.rows(
      `/v7/device?$select=id,device_name&$orderby=device_name asc,id asc&$top=40&$skip=${skip}`,
      'ada',
    )
  const all = await world.rows('/v7/device?$select=id,device_name&$orderby=device_name asc,id asc', 'ada')
  const pages = await Promise.all([0, 40, 80, 120].map(page))
  expect(pages.flat()).toEqual(all)
})

test('adds metadata on request', async () => {
  const row = await device('$top=1&$select=id&$format=json;metadata=full')
  expect(row?.['__metadata']).toEqual({ uri: `/device(@id)?@id=${Number(row?.['id'])}` })
})

test('answers 304 to a request with the current ETag', async () => {
  const first = await world.request('/v7/organization?$select=id', { as: 'ada' })
  const tag = first.headers.get('etag') ?? ''
  expect(tag).toMatch(/^W\//)
  const second = await world.request('/v7/organization?$select=id', {
    as: 'ada',
    headers: { 'if-none-match': tag },
  })
  expect([second.status, await second.text()]).toEqual([304, ''])
})

test('a count of related rows also applies its own filter on the same relation', async () => {
  const rows = await world.rows(
    '/v7/device_type?$select=id&$expand=is_default_for__application/$count($filter=is_for__device_type eq 1)&$orderby=id asc',
    'pat',
  )
  const own = await world.count('/v7/application/$count?$filter=is_for__device_type eq 1', 'pat')
  expect(own).toBeGreaterThan(0)
  expect(rows[0]).toEqual({ id: 1, is_default_for__application: own })
  expect(rows.slice(1).every((row) => row['is_default_for__application'] === 0)).toBe(true)
})

test('a count of a relation replaces its reference, like any expansion', async () => {
  const [row] = await world.rows(
    '/v7/device?$select=id,belongs_to__application&$expand=belongs_to__application/$count&$top=1',
    'ada',
  )
  expect(row?.['belongs_to__application']).toBe(1)
})

test('a field of an empty relation is null, even if the related table has an index on it', async () => {
  const all = await world.count('/v7/device/$count', 'ada')
  const without = '/v7/device/$count?$filter=is_pinned_on__release/belongs_to__application eq null'
  expect(await world.count(without, 'ada')).toBe(all)
})

const searches: [what: string, filter: string][] = [
  ['a part of a name in any case', "contains(tolower(device_name),'an')"],
  ['the beginning of a name', "startswith(device_name,'s')"],
  ['the end of a name', "endswith(device_name,'er')"],
  ['the beginning of a uuid', "startswith(uuid,'4')"],
  ['a part of a tag', "device_tag/any(dt:contains(tolower(dt/value),'ro'))"],
  ['a tag that nothing has', "device_tag/any(dt:dt/value eq 'nowhere')"],
  ['a status in a list', "overall_status in ('disconnected','reduced-functionality')"],
  ['an operating system', "os_version eq 'balenaOS 6.0.13'"],
  ['a device that is online', 'is_online eq true'],
  ['a release behind a relation', "is_running__release/any(r:r/raw_version eq '7.0.3')"],
]

test.each(searches)('%s: indexes and a full scan return the same rows', async (_what, filter) => {
  // Two negations prevent the use of indexes.
  const withoutIndex = `not(not(${filter}))`
  for (const order of [
    'device_name asc,id asc',
    'cpu_usage desc,id desc',
    'is_running__release/raw_version asc,id asc',
  ]) {
    const read = (filter: string) =>
      world.rows(
        `/v7/device?$select=id&$orderby=${order}&$filter=belongs_to__application/organization eq 1 and (${filter})`,
        'ada',
      )
    expect(await read(filter)).toEqual(await read(withoutIndex))
  }
  const count = (filter: string) => world.count(`/v7/device/$count?$filter=${filter}`, 'ada')
  expect(await count(filter)).toBe(await count(withoutIndex))
})

test('accepts percent-encoded delimiters, and does not change quoted text', async () => {
  const raw =
    "/v7/application?$select=id,app_name&$expand=application_tag($select=tag_key;$top=1)&$orderby=app_name asc&$filter=application_tag/any(t:contains(t/value,'dev'))"
  const encoded = `/v7/application?${raw
    .slice(raw.indexOf('?') + 1)
    .split('&')
    .map((option) => {
      const [name = '', ...value] = option.split('=')
      return `${encodeURIComponent(name)}=${encodeURIComponent(value.join('=')).replaceAll('(', '%28').replaceAll(')', '%29')}`
    })
    .join('&')}`
  const rows = await world.rows(raw, 'ada')
  expect(rows.map(({ app_name: name }) => name)).toEqual(['bench-lab'])
  expect(await world.rows(encoded, 'ada')).toEqual(rows)
  const byKey = "/v7/application%28slug%3D'acme_logistics%2Fbench-lab'%29?$select=app_name"
  expect(await world.rows(byKey, 'ada')).toEqual([{ app_name: 'bench-lab' }])
  expect(await fleets("app_name eq 'a%2Cb%28%29' or app_name eq 'O%27%27Brien%3B'")).toEqual([])
})
