// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { model } from '../../openapi/generated/model.ts'
import { connectApi, type Api } from './api.ts'
import { HOSTED_ONLY } from './open-backend.ts'

/** Names that the open-source backend has on one resource and not on another; nobody asks for them. */
const AMBIGUOUS = new Set(['includes__user'])

test('what is left away is what the contract says the open-source backend lacks', () => {
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
  expect([...HOSTED_ONLY].toSorted()).toEqual([...lacking].filter((one) => !AMBIGUOUS.has(one)).toSorted())
  expect([...lacking].filter((one) => present.has(one))).toEqual([...AMBIGUOUS])
})

beforeEach(() => localStorage.clear())

const asked: string[] = []

/** A platform that has or lacks `/config`, and refuses a query for a field that it does not know, as the backend does. */
function platform(configStatus: number | null, rows: unknown): Api {
  asked.length = 0
  return connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://api.example',
    tokenKey: 'token',
    async fetch(input) {
      const url = decodeURIComponent(new Request(input).url)
      asked.push(url.replace('https://api.example', ''))
      if (url.endsWith('/config')) {
        if (configStatus === null) throw new TypeError('Failed to fetch')
        return new Response('{}', { status: configStatus })
      }
      if (configStatus === 404 && [...HOSTED_ONLY].some((name) => new RegExp(`\\b${name}\\b`).test(url)))
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

test('on the open-source backend, fields that it lacks are not asked for, and what is known of them is told', async () => {
  const api = platform(404, [{ id: 7, belongs_to__application: [{ id: 3, organization: [{ id: 1 }] }] }])
  await api.learn()
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

test('there nobody else owns a person’s organization, so that its owner administers it', async () => {
  const api = platform(404, [{ id: 1 }])
  await api.learn()
  const options = {
    $select: ['id'],
    $expand: { organization_membership_role: { $select: ['name'] } },
  } as const
  expect(await api.data.get({ resource: 'organization_membership', options })).toEqual([
    { id: 1, organization_membership_role: [{ name: 'administrator' }] },
  ])
})

test('what can only be true of the hosted platform finds nothing, and what always holds is no condition', async () => {
  const api = platform(404, [])
  await api.learn()
  await api.data.get({ resource: 'device', options: { $select: 'id', $filter: { is_frozen: true } } })
  await api.data.get({ resource: 'device', options: { $select: 'is_active', $filter: { is_active: true } } })
  await api.data.get({ resource: 'device', options: { $filter: { $not: { is_frozen: false }, id: 1 } } })
  expect(asked.slice(1)).toEqual([
    '/v7/device?$select=id&$filter=id eq null',
    '/v7/device?$select=id',
    '/v7/device?$filter=id eq null',
  ])
})

test.each([
  ['the hosted platform', 200],
  ['a platform that does not answer in time', null],
] as const)('%s is asked for everything', async (_what, status) => {
  const api = platform(status, [])
  await api.learn()
  await api.data.get({ resource: 'device', options: { $select: 'is_frozen' } })
  expect(asked.at(-1)).toBe('/v7/device?$select=is_frozen')
})
