import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { listedStatusCountsQuery, fleetStatusCountsQuery } from '@/domain/device/status-counts.queries.ts'
import type { ApplicationScope } from '@/domain/organization/organization-scope.ts'
import { fleetListState } from './fleet-list-state.ts'
import { fleetDeviceTypesQuery, fleetListQuery, mostUrgentQuery } from './fleets.queries.ts'

/** A platform that notes what it is asked and answers each request from the query it carries. */
function askedOf(answer: (url: string) => unknown) {
  const asked: string[] = []
  connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://terminal.example',
    tokenKey: 'test',
    fetch: async (input) => {
      const url = decodeURIComponent(new Request(input).url).replace('https://api.example', '')
      asked.push(url)
      return Response.json({ d: answer(url) })
    },
  })
  return asked
}

const listOf = (query: string, scope?: ApplicationScope) =>
  fleetListQuery({ ...fleetListState('fleet', new URLSearchParams(query)), scope })
const mine =
  "is_directly_accessible_by__user/any(dau:1 eq 1) and is_of__class eq 'fleet' and is_host eq false"

test('a list of fleets is one request, its rows tell the total', async () => {
  const asked = askedOf(() => [{ id: 1, owns__device: 3 }])
  const { total } = await new QueryClient().fetchQuery(listOf(''))
  expect(total).toBe(1)
  expect(asked).toEqual([
    '/v7/application?$select=id,app_name,slug,created_at,should_track_latest_release' +
      '&$expand=organization($select=id,name),is_for__device_type($select=slug,name),' +
      'should_be_running__release($select=id,commit,raw_version,created_at),' +
      "application_tag($select=tag_key,value;$filter=not(startswith(tag_key,'flotilla.'))),owns__device/$count" +
      `&$filter=${mine}&$orderby=app_name asc,id asc&$top=50&$skip=0`,
  ])
})

test('text and device type are filtered by the platform, and a later page asks for the total', async () => {
  const asked = askedOf((url) => (url.includes('/$count?') ? 51 : []))
  const { total } = await new QueryClient().fetchQuery(
    listOf("q=O'Cold&type=intel-nuc&sort=devices:desc&page=2"),
  )
  const filter =
    `${mine} and (contains(tolower(app_name),'o''cold') or contains(slug,'o''cold'))` +
    " and is_for__device_type/any(dt:dt/slug eq 'intel-nuc')"
  expect(total).toBe(51)
  expect(asked[0]).toContain(
    `&$filter=${filter}&$orderby=owns__device/$count desc,app_name asc&$top=50&$skip=50`,
  )
  expect(asked[1]).toBe(`/v7/application/$count?$filter=${filter}`)
})

test('the fleets of a team are filtered by the platform, whoever looks, and so are their device types [ROUTE-050, DEVLIST-006]', async () => {
  const asked = askedOf(() => [])
  const scope = { organization: 2, team: 7 }
  const ofTeam =
    "organization eq 2 and is_of__class eq 'fleet' and is_host eq false and team_application_access/any(taa:taa/team eq 7)"
  await new QueryClient().fetchQuery(listOf('', scope))
  expect(asked[0]).toContain(`&$filter=${ofTeam}&$orderby=`)
  const types = fleetDeviceTypesQuery('fleet', scope)
  await new QueryClient().fetchQuery(types)
  expect(asked[1]).toBe(
    '/v7/device_type?$select=slug,name&$filter=is_default_for__application/any(a:a/organization eq 2' +
      " and a/is_of__class eq 'fleet' and a/is_host eq false" +
      ' and a/team_application_access/any(taa:taa/team eq 7))&$orderby=name asc',
  )
  expect(types.refetchInterval).toBe(60_000)
})

test('the device types of what a member reaches name the application in each way to reach it', async () => {
  const asked = askedOf(() => [])
  await new QueryClient().fetchQuery(fleetDeviceTypesQuery('fleet', { organization: 2, user: 6 }))
  expect(asked[0]).toBe(
    '/v7/device_type?$select=slug,name&$filter=is_default_for__application/any(a:a/organization eq 2' +
      " and a/is_of__class eq 'fleet' and a/is_host eq false" +
      ' and (a/user_application_membership/any(uam:uam/user eq 6)' +
      ' or a/team_application_access/any(taa:taa/team/any(t:t/team_membership/any(tm:tm/user eq 6)))))' +
      '&$orderby=name asc',
  )
})

test('devices by status are counted by one request for each status [DEVLIST-007]', async () => {
  const asked = askedOf((url) => (url.includes("'updating'") ? 38 : 0))
  const counts = await new QueryClient().fetchQuery(fleetStatusCountsQuery(5))
  expect(counts.updating).toBe(38)
  expect(asked).toHaveLength(8)
  expect(asked).toContain(
    "/v7/device/$count?$filter=belongs_to__application eq 5 and overall_status eq 'updating' and is_frozen eq false",
  )
  expect(asked).toContain('/v7/device/$count?$filter=belongs_to__application eq 5 and is_frozen eq true')
})

test('beyond a thousand devices the counts of all listed fleets take no more requests than those of one', async () => {
  const asked = askedOf((url) =>
    url.includes("'operational'")
      ? [
          { id: 5, owns__device: 7 },
          { id: 9, owns__device: 1 },
        ]
      : [],
  )
  const counts = await new QueryClient().fetchQuery(
    listedStatusCountsQuery([
      { id: 9, owns__device: 1 },
      { id: 5, owns__device: 1_000 },
    ]),
  )
  expect(counts.get(5)?.operational).toBe(7)
  expect(asked).toHaveLength(8)
  expect(asked).toContain(
    '/v7/application?$select=id&$filter=id in (5,9)' +
      "&$expand=owns__device/$count($filter=overall_status eq 'operational' and is_frozen eq false)",
  )
})

test('the statuses of up to a thousand devices are read at once', async () => {
  const operational = { overall_status: 'operational', is_frozen: false }
  const asked = askedOf(() => [
    { id: 5, owns__device: [operational, { ...operational, is_frozen: true }] },
    { id: 9, owns__device: [{ ...operational, overall_status: 'updating' }] },
  ])
  const counts = await new QueryClient().fetchQuery(
    listedStatusCountsQuery([
      { id: 9, owns__device: 1 },
      { id: 5, owns__device: 999 },
    ]),
  )
  expect(counts.get(5)).toMatchObject({ operational: 1, frozen: 1, updating: 0 })
  expect(counts.get(9)).toMatchObject({ operational: 0, updating: 1 })
  expect(asked).toEqual([
    '/v7/application?$select=id&$filter=id in (5,9)&$expand=owns__device($select=overall_status,is_frozen)',
  ])
})

test('no device, no request', async () => {
  const asked = askedOf(() => [])
  const counts = await new QueryClient().fetchQuery(listedStatusCountsQuery([{ id: 5, owns__device: 0 }]))
  expect(counts.get(5)).toMatchObject({ operational: 0 })
  expect(asked).toEqual([])
})

test('no fleet, no request', async () => {
  const asked = askedOf(() => [])
  await new QueryClient().fetchQuery(listedStatusCountsQuery([]))
  expect(asked).toEqual([])
})

test('the most urgent devices are those that are not well, ten at most', async () => {
  const asked = askedOf(() => [])
  await new QueryClient().fetchQuery(mostUrgentQuery(5))
  expect(asked[0]).toContain(
    "&$filter=belongs_to__application eq 5 and (is_frozen eq true or (overall_status ne 'inactive' and (",
  )
  expect(asked[0]).toMatch(/&\$orderby=overall_status desc,last_connectivity_event desc,id asc&\$top=10$/)
})
