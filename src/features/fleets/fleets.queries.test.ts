import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { listedStatusCountsQuery, fleetStatusCountsQuery } from '@/domain/device/status-counts.queries.ts'
import type { ApplicationScope } from '@/domain/organization/organization-scope.ts'
import { fleetListState } from './fleet-list-state.ts'
import { fleetDeviceTypesQuery, fleetListQuery, mostUrgentQuery } from './fleets.queries.ts'

/** Connects to a platform that records its requests and answers them by URL. */
function recordRequests(answer: (url: string) => unknown) {
  const requests: string[] = []
  connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://terminal.example',
    tokenKey: 'test',
    fetch: async (input) => {
      const url = decodeURIComponent(new Request(input).url).replace('https://api.example', '')
      requests.push(url)
      return Response.json({ d: answer(url) })
    },
  })
  return requests
}

const listOf = (query: string, scope?: ApplicationScope) =>
  fleetListQuery({ ...fleetListState('fleet', new URLSearchParams(query)), scope })
const mine =
  "is_directly_accessible_by__user/any(dau:1 eq 1) and is_of__class eq 'fleet' and is_host eq false"

test('reads a list of fleets in one request, if its rows determine the total', async () => {
  const requests = recordRequests(() => [{ id: 1, owns__device: 3 }])
  const { total } = await new QueryClient().fetchQuery(listOf(''))
  expect(total).toBe(1)
  expect(requests).toEqual([
    '/v7/application?$select=id,app_name,slug,created_at,should_track_latest_release' +
      '&$expand=organization($select=id,name),is_for__device_type($select=slug,name),' +
      'should_be_running__release($select=id,commit,raw_version,created_at),' +
      "application_tag($select=tag_key,value;$filter=not(startswith(tag_key,'flotilla.'))),owns__device/$count" +
      `&$filter=${mine}&$orderby=app_name asc,id asc&$top=50&$skip=0`,
  ])
})

test('the platform filters by text and device type, and a later page requests the total', async () => {
  const requests = recordRequests((url) => (url.includes('/$count?') ? 51 : []))
  const { total } = await new QueryClient().fetchQuery(
    listOf("q=O'Cold&type=intel-nuc&sort=devices:desc&page=2"),
  )
  const filter =
    `${mine} and (contains(tolower(app_name),'o''cold') or contains(slug,'o''cold'))` +
    " and is_for__device_type/any(dt:dt/slug eq 'intel-nuc')"
  expect(total).toBe(51)
  expect(requests[0]).toContain(
    `&$filter=${filter}&$orderby=owns__device/$count desc,app_name asc&$top=50&$skip=50`,
  )
  expect(requests[1]).toBe(`/v7/application/$count?$filter=${filter}`)
})

test('the platform filters the fleets of a team and their device types, for any user [ROUTE-050, DEVLIST-006]', async () => {
  const requests = recordRequests(() => [])
  const scope = { organization: 2, team: 7 }
  const ofTeam =
    "organization eq 2 and is_of__class eq 'fleet' and is_host eq false and team_application_access/any(taa:taa/team eq 7)"
  await new QueryClient().fetchQuery(listOf('', scope))
  expect(requests[0]).toContain(`&$filter=${ofTeam}&$orderby=`)
  const types = fleetDeviceTypesQuery('fleet', scope)
  await new QueryClient().fetchQuery(types)
  expect(requests[1]).toBe(
    '/v7/device_type?$select=slug,name&$filter=is_default_for__application/any(a:a/organization eq 2' +
      " and a/is_of__class eq 'fleet' and a/is_host eq false" +
      ' and a/team_application_access/any(taa:taa/team eq 7))&$orderby=name asc',
  )
  expect(types.refetchInterval).toBe(60_000)
})

test('the device types of a member include each way to access an application', async () => {
  const requests = recordRequests(() => [])
  await new QueryClient().fetchQuery(fleetDeviceTypesQuery('fleet', { organization: 2, user: 6 }))
  expect(requests[0]).toBe(
    '/v7/device_type?$select=slug,name&$filter=is_default_for__application/any(a:a/organization eq 2' +
      " and a/is_of__class eq 'fleet' and a/is_host eq false" +
      ' and (a/user_application_membership/any(uam:uam/user eq 6)' +
      ' or a/team_application_access/any(taa:taa/team/any(t:t/team_membership/any(tm:tm/user eq 6)))))' +
      '&$orderby=name asc',
  )
})

test('counts devices by status with one request per status [DEVLIST-007]', async () => {
  const requests = recordRequests((url) => (url.includes("'updating'") ? 38 : 0))
  const counts = await new QueryClient().fetchQuery(fleetStatusCountsQuery(5))
  expect(counts.updating).toBe(38)
  expect(requests).toHaveLength(8)
  expect(requests).toContain(
    "/v7/device/$count?$filter=belongs_to__application eq 5 and overall_status eq 'updating' and is_frozen eq false",
  )
  expect(requests).toContain('/v7/device/$count?$filter=belongs_to__application eq 5 and is_frozen eq true')
})

test('counts more than a thousand devices of several fleets with as many requests as for one', async () => {
  const requests = recordRequests((url) =>
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
  expect(counts.get(5)?.counts.operational).toBe(7)
  expect(requests).toHaveLength(8)
  expect(requests).toContain(
    '/v7/application?$select=id&$filter=id in (5,9)' +
      "&$expand=owns__device/$count($filter=overall_status eq 'operational' and is_frozen eq false)",
  )
})

test('reads up to a thousand statuses in one request', async () => {
  const operational = { overall_status: 'operational', is_frozen: false }
  const requests = recordRequests(() => [
    { id: 5, owns__device: [operational, { ...operational, is_frozen: true }] },
    { id: 9, owns__device: [{ ...operational, overall_status: 'updating' }] },
  ])
  const counts = await new QueryClient().fetchQuery(
    listedStatusCountsQuery([
      { id: 9, owns__device: 1 },
      { id: 5, owns__device: 999 },
    ]),
  )
  expect(counts.get(5)).toMatchObject({
    counts: { operational: 1, frozen: 1, updating: 0 },
    devices: { length: 2 },
  })
  expect(counts.get(9)).toMatchObject({ counts: { operational: 0, updating: 1 }, devices: { length: 1 } })
  expect(requests).toEqual([
    '/v7/application?$select=id&$filter=id in (5,9)&$expand=owns__device($select=uuid,device_name,overall_status,is_frozen)',
  ])
})

test('sends no request without devices', async () => {
  const requests = recordRequests(() => [])
  const counts = await new QueryClient().fetchQuery(listedStatusCountsQuery([{ id: 5, owns__device: 0 }]))
  expect(counts.get(5)).toMatchObject({ counts: { operational: 0 } })
  expect(requests).toEqual([])
})

test('sends no request without fleets', async () => {
  const requests = recordRequests(() => [])
  await new QueryClient().fetchQuery(listedStatusCountsQuery([]))
  expect(requests).toEqual([])
})

test('requests at most 500 devices that need attention', async () => {
  const requests = recordRequests(() => [])
  await new QueryClient().fetchQuery(mostUrgentQuery(5))
  expect(requests[0]).toContain(
    "&$filter=belongs_to__application eq 5 and (is_frozen eq true or (overall_status ne 'inactive' and (",
  )
  expect(requests[0]).toMatch(/&\$orderby=overall_status desc,last_connectivity_event desc,id asc&\$top=500$/)
})
