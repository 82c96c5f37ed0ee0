import { queryOptions } from '@tanstack/react-query'
import type { Filter, OrderBy } from 'pinejs-client-core'
import { api } from '@/api/api.ts'
import { readPlace } from '@/api/list-page.ts'
import type { Model } from '@/api/model.ts'
import { downStatuses, issueFields, needsAttention } from '@/domain/device/device-issues.ts'
import { isMoving, shownStatus } from '@/domain/device/device-status.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import type { ApplicationScope } from '@/domain/organization/organization-scope.ts'
import { paced } from '@/domain/pace.ts'
import { allOfFilters } from '@/domain/platform/odata-filters.ts'
import * as poll from '@/domain/polling.ts'
import { withoutSystemTags } from '@/domain/tags/system-tags.ts'
import type { FleetListRequest } from './fleet-list-state.ts'

type Application = Model['application']['Read']

export const FLEETS_PER_PAGE = 50

const RECENT_RELEASES = 5
/** More are not grouped by issue; the list has them all. */
export const MAX_URGENT = 500

/**
 * The fleets of a class that the user has access to, without public ones of others (docs/platform/data-api.md). OS
 * and supervisor releases are also applications, and excluded.
 */
const ownFleets = (fleetClass: FleetClass): Filter<Application> => ({
  is_directly_accessible_by__user: { $any: { $alias: 'dau', $expr: { 1: 1 } } },
  is_of__class: fleetClass,
  is_host: false,
})

/** Applications that a user has access to, directly or through a team. */
const reachedBy = (user: number): Filter<Application>[] => [
  { user_application_membership: { $any: { $alias: 'uam', $expr: { uam: { user } } } } },
  {
    team_application_access: {
      $any: {
        $alias: 'taa',
        $expr: {
          taa: {
            team: {
              $any: {
                $alias: 't',
                $expr: { t: { team_membership: { $any: { $alias: 'tm', $expr: { tm: { user } } } } } },
              },
            },
          },
        },
      },
    },
  },
]

/** The applications of an organization, team or member, independent of the user. */
const inScope = (
  fleetClass: FleetClass,
  { organization, team, user }: ApplicationScope,
): Filter<Application> => ({
  organization,
  is_of__class: fleetClass,
  is_host: false,
  ...(team === undefined
    ? {}
    : { team_application_access: { $any: { $alias: 'taa', $expr: { taa: { team } } } } }),
  ...(user === undefined ? {} : { $or: reachedBy(user) }),
})

const listed = (fleetClass: FleetClass, scope: ApplicationScope | undefined) =>
  scope === undefined ? ownFleets(fleetClass) : inScope(fleetClass, scope)

/** The same filter for the alias `a`. The client adds the alias to fields, but not to the alternatives of `$or`. */
function listedAsA(fleetClass: FleetClass, scope: ApplicationScope | undefined) {
  if (scope?.user === undefined) return { a: listed(fleetClass, scope) }
  const { user, ...rest } = scope
  return { a: listed(fleetClass, rest), $or: reachedBy(user).map((filter) => ({ a: filter })) }
}

/** The `$filter` of the list. */
function fleetFilter({ fleetClass, text, deviceType, scope }: FleetListRequest): Filter<Application> {
  const others: Filter<Application>[] = []
  if (text !== '') {
    const part = text.toLowerCase()
    others.push({
      $or: [
        { $contains: [{ $tolower: { $: 'app_name' } }, part] },
        // Slugs are always lower case.
        { slug: { $contains: part } },
      ],
    })
  }
  if (deviceType !== undefined) {
    others.push({ is_for__device_type: { $any: { $alias: 'dt', $expr: { dt: { slug: deviceType } } } } })
  }
  return allOfFilters(listed(fleetClass, scope), ...others)
}

function fleetOrder({ sort: { field, direction } }: FleetListRequest): OrderBy<Application>[] {
  switch (field) {
    case 'name':
    case 'trouble':
      return [{ app_name: field === 'name' ? direction : 'asc' }, { id: 'asc' }]
    case 'created':
      return [{ created_at: direction }, { id: 'asc' }]
    case 'devices':
      return [{ owns__device: { $count: {} }, $dir: direction }, { app_name: 'asc' }]
  }
}

async function readFleets(request: FleetListRequest, signal: AbortSignal) {
  const from = (request.page - 1) * FLEETS_PER_PAGE
  const $filter = fleetFilter(request)
  const list = { resource: 'application', $filter, $orderby: fleetOrder(request) } as const
  const fleets = await readPlace(list, { from, count: FLEETS_PER_PAGE }, signal, (rows) =>
    api().data.query('application', signal, {
      $select: ['id', 'app_name', 'slug', 'created_at', 'should_track_latest_release'],
      $expand: {
        organization: { $select: ['id', 'name'] },
        is_for__device_type: { $select: ['slug', 'name'] },
        should_be_running__release: { $select: ['id', 'commit', 'raw_version', 'created_at'] },
        application_tag: { $select: ['tag_key', 'value'], $filter: withoutSystemTags },
        owns__device: { $count: {} },
      },
      ...rows,
    }),
  )
  // An incomplete first page already contains the total.
  const total =
    from === 0 && fleets.length < FLEETS_PER_PAGE
      ? fleets.length
      : await api().data.query('application', signal, { $count: { $filter } })
  return { fleets, total }
}

/** One page of a list of fleets, apps or blocks, and the total. */
export const fleetListQuery = ({ fleetClass, text, deviceType, scope, sort, page }: FleetListRequest) => {
  const request = { fleetClass, text, deviceType, scope, sort, page }
  return queryOptions({
    queryKey: ['application', 'list', request],
    queryFn: ({ signal }) => readFleets(request, signal),
    refetchInterval: poll.fleetList,
  })
}

export type ListedFleet = Awaited<ReturnType<typeof readFleets>>['fleets'][number]

/** Applications with the CPU architecture of their device types, for bulk changes. */
export const typedFleetsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['application', 'typed', { ids }],
    queryFn: ({ signal }) =>
      api().data.query('application', signal, {
        $select: ['id'],
        $expand: {
          is_for__device_type: {
            $select: ['id'],
            $expand: { is_of__cpu_architecture: { $select: ['id', 'slug'] } },
          },
        },
        $filter: { id: { $in: [...ids] } },
      }),
  })

/** The device types of the listed applications, by name. */
export const fleetDeviceTypesQuery = (fleetClass: FleetClass, scope?: ApplicationScope) =>
  queryOptions({
    queryKey: ['device_type', 'of-fleets', { fleetClass, scope }],
    queryFn: ({ signal }) =>
      api().data.query('device_type', signal, {
        $select: ['slug', 'name'],
        $filter: {
          is_default_for__application: {
            $any: {
              $alias: 'a',
              $expr: listedAsA(fleetClass, scope),
            },
          },
        },
        $orderby: { name: 'asc' },
      }),
    refetchInterval: poll.deviceTypes,
  })

const readRecentReleases = (fleetId: number, signal: AbortSignal) =>
  api().data.query('release', signal, {
    $select: [
      'id',
      'commit',
      'raw_version',
      'status',
      'is_final',
      'is_invalidated',
      'created_at',
      'update_timestamp',
    ],
    $expand: { is_running_on__device: { $count: {} } },
    $filter: { belongs_to__application: fleetId },
    $orderby: [{ created_at: 'desc' }, { id: 'desc' }],
    $top: RECENT_RELEASES,
  })

/** The latest releases of a fleet with any status, and how many devices run each. */
export const recentReleasesQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['release', 'recent', { fleetId }],
    queryFn: ({ signal }) => readRecentReleases(fleetId, signal),
    refetchInterval: poll.releases,
  })

export type RecentRelease = Awaited<ReturnType<typeof readRecentReleases>>[number]

const readMostUrgent = (fleetId: number, signal: AbortSignal) =>
  api().data.query('device', signal, {
    $select: ['id', 'uuid', 'device_name', ...issueFields],
    $expand: { image_install: { $select: ['status'], $filter: { status: { $in: [...downStatuses] } } } },
    $filter: { $and: [{ belongs_to__application: fleetId }, needsAttention(api().now())] },
    $orderby: [{ overall_status: 'desc' }, { last_connectivity_event: 'desc' }, { id: 'asc' }],
    $top: MAX_URGENT,
  })

/**
 * The devices that need attention most urgently. Descending by status puts reduced functionality first, then
 * operational devices whose update failed, then disconnected ones; within each, the latest change first.
 */
export const mostUrgentQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['device', 'most-urgent', { fleetId }],
    ...paced(poll.fleetsNeedingAttention, ({ signal }) => readMostUrgent(fleetId, signal)),
  })

/** Up to this number of devices, a fleet is read as a whole instead of counted. */
export const MAX_WHOLE_FLEET = 1_000

const readWholeFleet = (fleetId: number, signal: AbortSignal) =>
  api().data.query('device', signal, {
    $select: ['id', 'uuid', 'device_name', 'os_version', 'location', ...issueFields],
    $expand: {
      image_install: { $select: ['status'], $filter: { status: { $in: [...downStatuses] } } },
      is_running__release: { $select: ['id', 'commit', 'raw_version'] },
      device_tag: { $select: ['tag_key', 'value'], $filter: withoutSystemTags },
    },
    $filter: { belongs_to__application: fleetId },
    $orderby: [{ device_name: 'asc' }, { id: 'asc' }],
    $top: MAX_WHOLE_FLEET,
  })

/** All devices of a fleet of at most `MAX_WHOLE_FLEET`: one request instead of eleven, and each device is known. */
export const wholeFleetQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['device', 'whole-fleet', { fleetId }],
    ...paced<Awaited<ReturnType<typeof readWholeFleet>>>(
      (devices) =>
        devices?.some((device) => isMoving(shownStatus(device))) === true
          ? poll.statusCountsMoving
          : poll.statusCounts,
      ({ signal }) => readWholeFleet(fleetId, signal),
    ),
  })
