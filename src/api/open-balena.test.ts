// @vitest-environment jsdom

import { afterAll, beforeEach, expect, test } from 'vitest'
import { model } from '../../openapi/generated/model.ts'
import { lackingNames } from '../../openapi/generated/open-backend.ts'
import { connectApi, type Api } from './api.ts'
import { everyFeature } from './platform-features.ts'

// Test files of one process share the connection: reset it to the hosted platform.
afterAll(
  () =>
    void connectApi({ apiUrl: 'https://api.example', terminalUrl: 'wss://api.example', tokenKey: 'token' }),
)

/** Names that the open-source backend has on one resource and not on another; no query uses them. */
const AMBIGUOUS = new Set(['includes__user'])

test('removes what the contract marks as missing in the open-source backend', () => {
  const lacking = new Set<string>()
  const present = new Set<string>()
  for (const { openBackend, fields, toOne, toMany } of Object.values(model).filter(
    (one) => one.openBackend,
  )) {
    expect(openBackend).toBe(true)
    for (const { name, cloudOnly } of Object.values(fields)) (cloudOnly ? lacking : present).add(name)
    for (const { name, cloudOnly } of Object.values(toOne)) (cloudOnly ? lacking : present).add(name)
    for (const { name, synonyms, resource } of Object.values(toMany)) {
      for (const one of [name, ...synonyms]) (model[resource].openBackend ? present : lacking).add(one)
    }
  }
  expect([...lackingNames].toSorted()).toEqual([...lacking].filter((one) => !AMBIGUOUS.has(one)).toSorted())
  expect([...lacking].filter((one) => present.has(one))).toEqual([...AMBIGUOUS])
})

beforeEach(() => localStorage.clear())

const asked: string[] = []
const bodies: unknown[] = []

/** A platform with or without `/config` that rejects queries with unknown fields, like the backend. */
function platform(configStatus: number | null, rows: unknown): Api {
  asked.length = 0
  bodies.length = 0
  return connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://api.example',
    tokenKey: 'token',
    async fetch(input, init) {
      if (init?.body) bodies.push(init.body)
      const url = decodeURIComponent(new Request(input).url)
      asked.push(url.replace('https://api.example', ''))
      if (url.endsWith('/config')) {
        if (configStatus === null) throw new TypeError('Failed to fetch')
        return new Response('{}', { status: configStatus })
      }
      // Like the backend: 400 for an empty expansion, 500 for an unknown name.
      if (/\$expand=(&|\)|$)/.test(url)) return new Response('Malformed url', { status: 400 })
      if (configStatus === 404 && lackingNames.some((name) => new RegExp(`\\b${name}\\b`).test(url)))
        return new Response(null, { status: 500 })
      return Response.json({ d: rows })
    },
  })
}

const query = {
  resource: 'device',
  options: {
    $select: ['id', 'is_active', 'is_frozen', 'latitude'],
    $expand: {
      belongs_to__application: {
        $select: ['id'],
        $expand: {
          organization: { $select: ['id', 'is_frozen'] },
          team_application_access: { $select: ['id'] },
        },
      },
    },
    $filter: {
      $or: [{ is_frozen: true }, { $and: [{ overall_status: 'operational', is_frozen: false }] }],
    },
    $orderby: [{ is_frozen: 'asc' }, { id: 'asc' }],
  },
} as const

test('does not request missing fields, and fills in known values', async () => {
  const api = platform(404, [{ id: 7, belongs_to__application: [{ id: 3, organization: [{ id: 1 }] }] }])
  await api.detectPlatform()
  expect(await api.data.get(query)).toEqual([
    {
      id: 7,
      is_active: true,
      is_frozen: false,
      latitude: null,
      belongs_to__application: [
        { id: 3, organization: [{ id: 1, is_frozen: false }], team_application_access: [] },
      ],
    },
  ])
  expect(asked).toEqual([
    '/config',
    "/v7/device?$select=id&$expand=belongs_to__application($select=id;$expand=organization($select=id))&$filter=overall_status eq 'operational'&$orderby=id asc",
  ])
})

test('the owner of an organization is its administrator', async () => {
  const api = platform(404, [{ id: 1 }])
  await api.detectPlatform()
  const options = {
    $select: ['id'],
    $expand: { organization_membership_role: { $select: ['name'] } },
  } as const
  expect(await api.data.get({ resource: 'organization_membership', options })).toEqual([
    { id: 1, organization_membership_role: [{ name: 'administrator' }] },
  ])
})

test('conditions that are always false find nothing, and those that are always true are dropped', async () => {
  const api = platform(404, [])
  await api.detectPlatform()
  await api.data.get({ resource: 'device', options: { $select: 'id', $filter: { is_frozen: true } } })
  await api.data.get({ resource: 'device', options: { $select: 'is_active', $filter: { is_active: true } } })
  await api.data.get({ resource: 'device', options: { $filter: { $not: { is_frozen: false }, id: 1 } } })
  expect(asked.slice(1)).toEqual(['/v7/device?$select=id'])
})

test('drops empty expansions at every level', async () => {
  const api = platform(404, [{ id: 7, belongs_to__application: [{ id: 3 }] }])
  await api.detectPlatform()
  const options = {
    $select: ['id'],
    $expand: {
      belongs_to__application: { $select: ['id'], $expand: { team_application_access: { $select: ['id'] } } },
    },
  } as const
  expect(await api.data.get({ resource: 'device', id: 7, options })).toEqual({
    id: 7,
    belongs_to__application: [{ id: 3, team_application_access: [] }],
  })
  await api.data.get({ resource: 'organization', options: { $select: ['id'], $expand: 'subscription' } })
  await api.data.get({
    resource: 'organization',
    options: { $select: ['id'], $expand: { subscription: {} } },
  })
  expect(asked.slice(1)).toEqual([
    '/v7/device(7)?$select=id&$expand=belongs_to__application($select=id)',
    '/v7/organization?$select=id',
    '/v7/organization?$select=id',
  ])
})

test('reduces filters inside any, all and functions', async () => {
  const api = platform(404, [])
  await api.detectPlatform()
  const filters: object[] = [
    { owns__device: { $any: { $alias: 'd', $expr: { d: { is_active: true } } } } },
    { owns__device: { $any: { $alias: 'd', $expr: { d: { is_active: true, is_online: true } } } } },
    { owns__device: { $any: { $alias: 'd', $expr: { d: { is_frozen: true } } } }, id: 1 },
    { owns__device: { $all: { $alias: 'd', $expr: { d: { is_frozen: true } } } } },
    {
      organization: {
        $any: { $alias: 'o', $expr: { o: { name: 'a', is_frozen: false, is_accessible_by__team: 1 } } },
      },
    },
    {
      organization: {
        $any: {
          $alias: 'o',
          $expr: {
            o: {
              id: 1,
              organization_membership_role: {
                $any: { $alias: 'r', $expr: { r: { name: 'administrator' } } },
              },
            },
          },
        },
      },
    },
    { $or: [{ slug: 'a' }, { $contains: [{ $tolower: { $: ['organization', 'company_name'] } }, 'x'] }] },
    { created_at: { $gt: new Date(0) }, id: { $gt: 1, $lt: 3 } },
  ]
  for (const $filter of filters) {
    await api.data.get({ resource: 'application', options: { $select: 'id', $filter: { ...$filter } } })
  }
  expect(asked.slice(1).map((url) => url.replace('/v7/application?$select=id&$filter=', ''))).toEqual([
    'owns__device/any(d:1 eq 1)',
    "owns__device/any(d:d/api_heartbeat_state in ('online','timeout'))",
    'owns__device/all(d:1 eq 0)',
    'organization/any(o:o/id eq 1)',
    "slug eq 'a'",
    "created_at gt datetime'1970-01-01T00:00:00.000Z' and id gt 1 and id lt 3",
  ])
})

test('sends no request for a missing resource; writes lose missing fields, and fail if none is left', async () => {
  const api = platform(404, [])
  await api.detectPlatform()
  expect(await api.data.get({ resource: 'subscription', options: { $select: ['id'] } })).toEqual([])
  expect(await api.data.get({ resource: 'team', options: { $count: { $filter: { name: 'x' } } } })).toBe(0)
  expect(await api.data.get({ resource: 'plan', id: 3, options: { $select: ['id'] } })).toBeUndefined()
  expect(
    await api.data.get({ resource: 'device', options: { $count: { $filter: { is_frozen: true } } } }),
  ).toBe(0)
  const renamed = { company_name: 'Hot Air' }
  await expect(api.data.patch({ resource: 'organization', id: 1, body: renamed })).rejects.toThrow(
    'does not offer',
  )
  await expect(api.data.post({ resource: 'team', body: { name: 'x' } })).rejects.toThrow('does not offer')
  expect(asked.slice(1)).toEqual([])
  await api.data.patch({
    resource: 'organization',
    id: 1,
    body: { company_name: 'Hot Air', name: 'Hot Air' },
  })
  expect(asked.slice(1)).toEqual(['/v7/organization(1)'])
  expect(bodies).toEqual(['{"name":"Hot Air"}'])
})

test('detects a platform again at sign-in if that failed at first', async () => {
  let status: number | null = null
  const api = connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://api.example',
    tokenKey: 'token',
    async fetch(input) {
      if (status === null) throw new TypeError('Failed to fetch')
      return new Request(input).url.endsWith('/config')
        ? new Response(null, { status })
        : Response.json({ d: 0 })
    },
  })
  await api.detectPlatform()
  expect(api.features.teams).toBe(true)
  status = 404
  await api.detectFeatures()
  expect(api.features.teams).toBe(false)
})

test('features follow the marks of the contract and the results of probing', async () => {
  const api = platform(404, 0)
  expect(api.features).toEqual(everyFeature)
  await api.detectPlatform()
  expect(api.features.builds || api.features.teams || api.features.signUp || api.features.osCatalogue).toBe(
    false,
  )
  await Promise.all([api.detectFeatures(), api.detectFeatures()])
  expect(asked.slice(1)).toEqual([
    '/v7/application/$count?$filter=is_host eq true',
    '/v7/device/$count?$filter=last_vpn_event ne null',
  ])
  expect(api.features.vpn || api.features.osCatalogue).toBe(false)
  api.session.signOut()
  api.token.set('of-the-next-person')
  await api.detectFeatures()
  expect(asked).toHaveLength(5)
})

test.each([
  ['the hosted platform', 200],
  ['a platform that does not answer in time', null],
] as const)('%s gets unchanged queries', async (_what, status) => {
  const api = platform(status, [])
  await api.detectPlatform()
  await api.data.get({ resource: 'device', options: { $select: 'is_frozen' } })
  expect(asked.at(-1)).toBe('/v7/device?$select=is_frozen')
})

test('without a VPN, the heartbeat defines whether a device is online', async () => {
  const heard = { id: 7, is_online: true, api_heartbeat_state: 'online' }
  const lost = { id: 8, is_online: true, api_heartbeat_state: 'offline' }
  const api = platform(404, [{ id: 3, owns__device: [heard, lost] }])
  await api.detectPlatform()
  await api.detectFeatures()
  const [fleet] = await api.data.get({
    resource: 'application',
    options: {
      $select: ['id'],
      $expand: { owns__device: { $select: ['id', 'is_online'], $orderby: { is_online: 'asc' } } },
    },
  })
  expect(fleet?.owns__device.map((device) => device.is_online)).toEqual([true, false])
  for (const $filter of [
    { is_online: false, id: 1 },
    { is_online: { $ne: true } },
    { is_online: true, api_heartbeat_state: 'timeout' },
  ]) {
    await api.data.get({ resource: 'device', options: { $select: 'is_online', $filter } })
  }
  expect(asked.slice(-4)).toEqual([
    '/v7/application?$select=id&$expand=owns__device($select=id,is_online,api_heartbeat_state;$orderby=api_heartbeat_state asc)',
    "/v7/device?$select=is_online,api_heartbeat_state&$filter=id eq 1 and api_heartbeat_state in ('offline','unknown')",
    "/v7/device?$select=is_online,api_heartbeat_state&$filter=api_heartbeat_state in ('offline','unknown')",
    "/v7/device?$select=is_online,api_heartbeat_state&$filter=api_heartbeat_state eq 'timeout' and api_heartbeat_state in ('online','timeout')",
  ])
})
