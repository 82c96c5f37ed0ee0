import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { DeviceFilter } from '@/domain/device/device-filters.ts'
import { inScope, type DeviceScope } from '@/domain/device/device-scope.ts'
import { compileQuery } from '@/domain/device/query/compile-query.ts'
import { queryText, type DeviceQuery } from '@/domain/device/query/device-query.ts'
import { resolveQuery } from '@/domain/device/query/filter-of-text.ts'
import { osLine, type OsLine } from '@/domain/os-update/os-line.ts'
import { osVersionNumber } from '@/domain/os-update/os-version-number.ts'
import { paced } from '@/domain/pace.ts'
import * as poll from '@/domain/polling.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { compareText } from '@/lib/format.ts'

/** Limit of the versions that are counted; each requires two requests. */
const MAX_VERSIONS = 15
/** Limit of the releases that are searched for running devices. */
const MAX_RELEASES = 100
/** Releases with a bar of their own. */
export const RELEASES_SHOWN = 8
/** Releases whose updates are counted; each requires four requests. */
const UPDATES_SHOWN = 4
const UPDATES_LOOKED_AT = 8

const HOUR = 3_600_000
const ON_THE_WAY = ['downloading', 'downloaded', 'applying changes']
const FAILED = ['rejected', 'aborted']

/** Counts the devices that match the filter; null counts all. */
function countOf(scope: DeviceScope, filter: DeviceFilter | null, signal: AbortSignal): Promise<number> {
  const all = inScope(scope)
  return api().data.query('device', signal, {
    $count: { $filter: filter === null ? all : { $and: [all, filter] } },
  })
}

const seenSpans = ['online', 'hour', 'day', 'week', 'longer', 'never'] as const
export type SeenSpan = (typeof seenSpans)[number]

/** The number of online devices, and of offline ones by the time since they were last seen. */
export const seenCountsQuery = (scope: DeviceScope) =>
  queryOptions({
    queryKey: ['device', 'counts', 'seen', scope],
    ...paced<readonly { span: SeenSpan; count: number }[]>(poll.insights, async ({ signal }) => {
      const now = api().now()
      const ago = (hours: number) => new Date(now - hours * HOUR).toISOString()
      const between = (from: number, to: number): DeviceFilter => ({
        $and: [
          { is_online: false },
          { last_connectivity_event: { $le: ago(from) } },
          { last_connectivity_event: { $gt: ago(to) } },
        ],
      })
      const filters: Record<SeenSpan, DeviceFilter> = {
        online: { is_online: true },
        hour: { $and: [{ is_online: false }, { last_connectivity_event: { $gt: ago(1) } }] },
        day: between(1, 24),
        week: between(24, 7 * 24),
        longer: { $and: [{ is_online: false }, { last_connectivity_event: { $le: ago(7 * 24) } }] },
        never: { $and: [{ is_online: false }, { last_connectivity_event: null }] },
      }
      return Promise.all(
        seenSpans.map(async (span) => ({ span, count: await countOf(scope, filters[span], signal) })),
      )
    }),
  })

/** The number of devices that run each release, in descending order; limited to the newest 100 releases. */
export const runningReleasesQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['device', 'counts', 'releases', { fleetId }],
    ...paced(poll.insights, async ({ signal }) => {
      const [rows, none, total] = await Promise.all([
        api().data.query('release', signal, {
          $select: ['id', 'raw_version', 'commit'],
          $expand: { is_running_on__device: { $count: { $filter: { belongs_to__application: fleetId } } } },
          $filter: { belongs_to__application: fleetId, status: 'success' },
          $orderby: [{ created_at: 'desc' }, { id: 'desc' }],
          $top: MAX_RELEASES,
        }),
        countOf({ fleetId }, { is_running__release: null }, signal),
        countOf({ fleetId }, null, signal),
      ])
      const running = rows
        .map((release) => ({ label: releaseLabel(release), count: release.is_running_on__device }))
        .filter(({ count }) => count > 0)
        .toSorted((one, other) => other.count - one.count)
      const known = running.reduce((sum, { count }) => sum + count, none)
      return { running, none, elsewhere: Math.max(0, total - known), total }
    }),
  })

/** The progress of the update to a release. */
export interface UpdateCounts {
  label: string
  /** Devices with this target release. */
  targeted: number
  landed: number
  failed: number
  underWay: number
}

/** Progress of the updates to the newest releases that are a target release of devices. */
export const updateCountsQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['device', 'counts', 'updates', { fleetId }],
    ...paced<UpdateCounts[]>(poll.insights, async ({ signal }) => {
      const newest = await api().data.query('release', signal, {
        $select: ['id', 'raw_version', 'commit'],
        $filter: { belongs_to__application: fleetId, status: 'success' },
        $orderby: [{ created_at: 'desc' }, { id: 'desc' }],
        $top: UPDATES_LOOKED_AT,
      })
      const targets = await Promise.all(
        newest.map(async (release) => ({
          release,
          targeted: await countOf({ fleetId }, { should_be_running__release: release.id }, signal),
        })),
      )
      return Promise.all(
        targets
          .filter(({ targeted }) => targeted > 0)
          .slice(0, UPDATES_SHOWN)
          .map(async ({ release, targeted }) => {
            const countTargeted = (filter: DeviceFilter) =>
              countOf({ fleetId }, { $and: [{ should_be_running__release: release.id }, filter] }, signal)
            const notLanded: DeviceFilter = {
              $or: [{ is_running__release: null }, { is_running__release: { $ne: release.id } }],
            }
            const [landed, failed, underWay] = await Promise.all([
              countTargeted({ is_running__release: release.id }),
              countTargeted({ $and: [notLanded, { update_status: { $in: FAILED } }] }),
              countTargeted({ $and: [notLanded, { update_status: { $in: ON_THE_WAY } }] }),
            ])
            return { label: releaseLabel(release), targeted, landed, failed, underWay }
          }),
      )
    }),
  })

export type VersionField = 'os_version' | 'supervisor_version'

export interface VersionCount {
  version: string
  count: number
  /** The release line of an OS version, if the catalog contains it. */
  line: OsLine | null
}

/**
 * The versions that devices run, with their numbers in descending order. The platform cannot group, so each version
 * is found as the next greater one: two requests per version, whatever the number of devices.
 */
export const versionCountsQuery = (scope: DeviceScope, field: VersionField) =>
  queryOptions({
    queryKey: ['device', 'counts', 'versions', { ...scope, field }],
    ...paced(poll.insights, async ({ signal }) => {
      const versions: string[] = []
      while (versions.length < MAX_VERSIONS) {
        const next = await nextVersion(scope, field, versions.at(-1), signal)
        // Prevents an endless loop on a platform that sorts and compares versions differently.
        if (next === null || versions.includes(next)) break
        versions.push(next)
      }
      const [counts, unknown, total, lines] = await Promise.all([
        Promise.all(versions.map((version) => countOf(scope, { [field]: version }, signal))),
        countOf(scope, { [field]: null }, signal),
        countOf(scope, null, signal),
        field === 'os_version' ? osLinesOf(scope, versions, signal) : new Map<string, OsLine | null>(),
      ])
      const counted = versions
        .map((version, at): VersionCount => ({
          version,
          count: counts[at] ?? 0,
          line: lines.get(version) ?? null,
        }))
        .toSorted((one, other) => other.count - one.count)
      const known = counted.reduce((sum, { count }) => sum + count, unknown)
      return { counted, unknown, others: Math.max(0, total - known), total }
    }),
  })

async function nextVersion(
  scope: DeviceScope,
  field: VersionField,
  after: string | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  const [row] = await api().data.query('device', signal, {
    $select: [field],
    $filter: {
      $and: [
        inScope(scope),
        { [field]: { $ne: null } },
        ...(after === undefined ? [] : [{ [field]: { $gt: after } }]),
      ],
    },
    $orderby: [{ [field]: 'asc' }],
    $top: 1,
  })
  return row?.[field] ?? null
}

/** The release line of each version, from the catalog of the fleets' device types. */
async function osLinesOf(
  scope: DeviceScope,
  versions: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, OsLine | null>> {
  const numbers = versions.flatMap((version) => osVersionNumber(version) ?? [])
  if (numbers.length === 0) return new Map()
  const fleets = await api().data.query('application', signal, {
    $select: ['id'],
    $expand: { is_for__device_type: { $select: ['slug'] } },
    $filter: 'fleetId' in scope ? { id: scope.fleetId } : { organization: scope.organizationId },
  })
  const slugs = [...new Set(fleets.flatMap((fleet) => fleet.is_for__device_type.map(({ slug }) => slug)))]
  if (slugs.length === 0) return new Map()
  const hostApps = await api().data.query('application', signal, {
    $select: ['id'],
    $filter: {
      is_host: true,
      is_for__device_type: { $any: { $alias: 'dt', $expr: { dt: { slug: { $in: slugs } } } } },
    },
    $expand: {
      application_tag: { $select: ['tag_key', 'value'] },
      owns__release: {
        $select: ['raw_version', 'phase'],
        $filter: {
          status: 'success',
          is_final: true,
          is_invalidated: false,
          raw_version: { $in: numbers },
        },
      },
    },
  })
  return new Map(
    versions.map((version) => {
      const number = osVersionNumber(version)
      return [version, number === null ? null : osLine(number, hostApps)]
    }),
  )
}

/** A fleet of an organization, and the number of its matching devices. */
export interface FleetCount {
  id: number
  name: string
  count: number
}

/** The number of matching devices in each fleet of an organization, in descending order; omits fleets without any. */
export const fleetCountsQuery = (organizationId: number, query: DeviceQuery | undefined) =>
  queryOptions({
    queryKey: ['device', 'counts', 'fleets', { organizationId, query: queryText(query) }],
    ...paced<FleetCount[]>(poll.insights, async ({ signal }) => {
      const among = inScope({ organizationId })
      const resolved = query && (await resolveQuery(query, { data: api().data, among, signal }))
      const fleets = await api().data.query('application', signal, {
        $select: ['id', 'app_name'],
        $filter: { organization: organizationId, is_of__class: 'fleet' },
        $expand: {
          owns__device: {
            $count: resolved === undefined ? {} : { $filter: compileQuery(resolved, api().now()) },
          },
        },
      })
      return fleets
        .map((fleet) => ({ id: fleet.id, name: fleet.app_name, count: fleet.owns__device }))
        .filter(({ count }) => count > 0)
        .toSorted((one, other) => other.count - one.count || compareText(one.name, other.name))
    }),
  })
