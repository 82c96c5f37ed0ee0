import { expect, test } from 'vitest'
import { statusAndBody } from './subjects.ts'
import { cloudOfFile } from './use-cloud.ts'

// Every form of docs/platform/data-api.md, in its order; the results are tested with the query engine.

const TAG = { tag_key: 'k', value: "a'b" }

const ids = cloudOfFile(async (world) => {
  const one = async (path: string) => {
    const [row] = await world.rows(path, 'ada')
    if (row === undefined) throw new Error(`Nothing at ${path}`)
    return row
  }
  const fleet = await one("/v7/application?$select=id&$filter=slug eq 'acme_logistics/cold-chain-eu'")
  const device = await one(
    `/v7/device?$select=id,uuid&$top=1&$filter=belongs_to__application eq ${Number(fleet['id'])}`,
  )
  const organization = await one("/v7/organization?$select=id&$filter=handle eq 'acme_logistics'")
  const user = await one("/v7/user?$select=id&$filter=username eq 'ada'")
  await world.request('/v7/device_tag', { as: 'ada', method: 'POST', body: { ...TAG, device: device['id'] } })
  const words = {
    '<id>': String(device['id']),
    '<uuid>': String(device['uuid']),
    '<fleet>': String(fleet['id']),
    '<org>': String(organization['id']),
    '<me>': String(user['id']),
  }
  return { world, words }
})

async function ask(path: string) {
  const { world, words } = ids()
  const filled = Object.entries(words).reduce((text, [word, value]) => text.replaceAll(word, value), path)
  return statusAndBody(await world.request(`/v7/${filled}`, { as: 'ada' }))
}

test.each([
  'device(<id>)?$select=id',
  "device(uuid='<uuid>')?$select=id",
  'device(uuid=%27<uuid>%27)?$select=id',
  "organization(handle='acme_logistics')?$select=id",
  "application(slug='acme_logistics/cold-chain-eu')?$select=id",
  'application(slug=%27acme_logistics%2Fcold-chain-eu%27)?$select=id',
  "application_membership_role(name='developer')?$select=id",
  "device_tag(device=<id>,tag_key='k')?$select=id",
  'organization_membership(user=<me>,is_member_of__organization=<org>)?$select=id',
  'device(uuid=@p)?$select=id&@p=%27<uuid>%27',
  "device(uuid=@p)?$select=id&@p='<uuid>'",
  'device(@id)?@id=<id>&$select=id',
  'device?$filter=id eq @x&@x=<id>&$select=id',
  'device(<id>)/device_tag?$select=id&$top=1',
  "device(uuid='<uuid>')/belongs_to__application?$select=id",
  'device(<id>)?$top=1&$select=id&$filter=id eq <id> and is_active eq true',
  'device__has__tag_key?$top=1&$select=id',
])('%s returns a row', async (path) => {
  expect(await ask(path)).toEqual([200, { d: [{ id: expect.any(Number) }] }])
})

test.each([['device/$count'], ['device/$count?$filter=is_online eq true']])(
  '%s returns a number',
  async (path) => {
    expect(await ask(path)).toEqual([200, { d: expect.any(Number) }])
  },
)

test.each([
  ['device(99999999)'],
  ["device_tag(device=<id>,tag_key='k''x')"],
  ['device(<id>)?$filter=id eq 99999999'],
  ['device?$top=0'],
])('%s returns an empty list', async (path) => {
  expect(await ask(path)).toEqual([200, { d: [] }])
})

test.each([
  ['device(<id>)?$select=id,id', { id: expect.any(Number) }],
  ['device(<id>)?$select=belongs_to__application', { belongs_to__application: { __id: expect.any(Number) } }],
  [
    'device(<id>)?$select=belongs_to__application&$expand=belongs_to__application($select=id)',
    { belongs_to__application: [{ id: expect.any(Number) }] },
  ],
  [
    'device(<id>)?$select=id&$expand=device_tag($select=tag_key)',
    { id: expect.any(Number), device_tag: expect.arrayContaining([{ tag_key: 'k' }]) },
  ],
  [
    "device(<id>)?$select=id&$expand=device_tag/$count($filter=tag_key eq 'k')",
    { id: expect.any(Number), device_tag: 1 },
  ],
  [
    'application(<fleet>)?$select=id&$expand=owns__device/$count',
    { id: expect.any(Number), owns__device: expect.any(Number) },
  ],
  [
    'application(<fleet>)?$select=id&$expand=owns__device($select=id;$filter=is_online eq true;$orderby=device_name desc;$top=1;$skip=1)',
    { id: expect.any(Number), owns__device: [{ id: expect.any(Number) }] },
  ],
  [
    'device(<id>)?$select=id&$expand=belongs_to__application($select=id;$expand=organization($select=id;$expand=owns__team/$count))',
    {
      id: expect.any(Number),
      belongs_to__application: [
        {
          id: expect.any(Number),
          organization: [{ id: expect.any(Number), owns__team: expect.any(Number) }],
        },
      ],
    },
  ],
  ['image?$top=1&$select=image_size', { image_size: expect.stringMatching(/^\d+$/) }],
  [
    'device(<id>)?$select=created_at',
    { created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) },
  ],
])('%s returns the same row as the platform', async (path, row) => {
  expect(await ask(path)).toEqual([200, { d: [row] }])
})

test.each([
  'id in (1,2,3)',
  "status in ('Idle','b')",
  'is_online',
  'not is_online',
  'not(is_online)',
  "contains(device_name,'a')",
  "startswith(uuid,'a')",
  "endswith(uuid,'a')",
  "substringof('a',device_name)",
  "tolower(device_name) eq 'x'",
  "toupper(device_name) eq 'X'",
  'length(device_name) gt 3',
  "indexof(device_name,'a') eq 0",
  "concat(device_name,'x') eq 'ax'",
  "trim(device_name) eq 'a'",
  "replace(device_name,'a','b') eq 'b'",
  "substring(device_name,1) eq 'b'",
  "created_at ge datetime'2026-01-01T00:00:00.000Z'",
  "created_at ge '2026-01-01T00:00:00.000Z'",
  'created_at lt now()',
  'year(created_at) eq 2026',
  'month(created_at) eq 11',
  'cpu_usage add 1 gt 3',
  'cpu_usage mul 2 gt 3',
  'cpu_usage gt 1',
  'note eq null',
  'not(note eq null)',
  'note ne null',
  'belongs_to__application eq <fleet>',
  "belongs_to__application/app_name eq 'x'",
  "device_tag/any(dt:dt/tag_key eq 'k' and dt/value eq 'v')",
  "belongs_to__application/any(is:is/app_name eq 'x')",
  "belongs_to__application/any(a:a/organization/any(o:o/handle eq 'acme_logistics'))",
  "device_tag/all(d:d/tag_key eq 'x')",
  'device_tag/any(dau:1 eq 1)',
  'device_tag/any(dau:true)',
  'device_tag/$count eq 0',
  "device_tag/$count($filter=tag_key eq 'k') gt 0",
  "contains(device_name,'y') eq true",
  "device_name eq 'O''Brien %26 co'",
  "not(contains(tolower(device_name),'v'))",
  "device_name eq null or device_name eq ''",
  "device_name ne 'x' and (is_online eq true or cpu_usage le 5)",
])('the filter %s is supported', async (filter) => {
  const [status, body] = await ask(`device?$select=id&$top=2&$filter=${filter}`)
  expect([status, body]).toEqual([200, { d: expect.any(Array) }])
})

test.each([
  ['device?$filter=id in ()', 400, /^Malformed url: '\/v7\/device\?/],
  ['device?$filter=id eq', 400, /^Malformed url: /],
  ['device?$filter=created_at ge 2026-01-01T00:00:00.000Z', 400, /^Malformed url: /],
  ['device?$expand=device_tag($count)', 400, /^Malformed url: /],
  ['device?$filter=cpu_usage mod 2 eq 1', 500, /^$/],
  ['device?$filter=device_tag/any()', 500, /^$/],
  ['device?$filter=nosuch eq 1', 500, /^$/],
  ['device?$select=nosuch', 500, /^$/],
  ['device?$expand=nosuch', 500, /^$/],
  ['device?$orderby=nosuch asc', 500, /^$/],
])('%s is rejected with %i', async (path, status, text) => {
  expect(await ask(path)).toEqual([status, expect.stringMatching(text)])
})
