import type { DataClient } from '@/api/data.ts'
import { Failure } from '@/api/error-message.ts'
import type { DeviceFilter } from '@/domain/device/device-filters.ts'
import { allOfFilters } from '@/domain/platform/odata-filters.ts'
import { queryText as words } from '@/messages/device-list/device-query.ts'
import { compileQuery } from './compile-query.ts'
import type { DeviceQuery, ResolvedQuery } from './device-query.ts'
import { parseQuery } from './parse-query.ts'
import type { VersionField } from './query-fields.ts'
import { resolveVersions } from './version-conditions.ts'

/** Where the devices of a query are, and how to read the versions that they have. */
export interface QueriedDevices {
  data: DataClient
  among: DeviceFilter
  signal?: AbortSignal | undefined
}

const ROWS_PER_READ = 200
/** A filter with more versions would be too long for a URL. */
const MAX_VERSIONS = 100

const columns = { os: 'os_version', supervisor: 'supervisor_version' } as const

/**
 * The versions that the devices have. The platform cannot group, so each read leaves out those that are known: two reads for
 * a usual fleet, whatever the number of its devices.
 */
async function versionsInUse(
  { data, among, signal }: QueriedDevices,
  field: VersionField,
): Promise<readonly string[]> {
  const column = columns[field]
  const found = new Set<string>()
  for (;;) {
    const rows = await data.query('device', signal, {
      $select: [column],
      $filter: allOfFilters(
        among,
        { [column]: { $ne: null } },
        ...(found.size === 0 ? [] : [{ $not: { [column]: { $in: [...found] } } }]),
      ),
      $top: ROWS_PER_READ,
    })
    const before = found.size
    for (const { [column]: version } of rows) if (version) found.add(version)
    if (found.size > MAX_VERSIONS) throw new Failure(words.manyVersions(MAX_VERSIONS))
    // A platform that lists a known version again would never end.
    if (rows.length < ROWS_PER_READ || found.size === before) return [...found].toSorted()
  }
}

/** The query with the versions in use instead of comparisons of versions. */
export const resolveQuery = (query: DeviceQuery, devices: QueriedDevices): Promise<ResolvedQuery> =>
  resolveVersions(query, (field) => versionsInUse(devices, field))

/** The query of a text; a text that is not a valid query is searched literally. Undefined: all devices. */
export async function queryOfText(text: string, devices: QueriedDevices): Promise<ResolvedQuery | undefined> {
  if (text === '') return undefined
  const parsed = parseQuery(text)
  if (!parsed.ok || parsed.query === undefined) return { kind: 'text', text }
  return resolveQuery(parsed.query, devices)
}

/** The filter of a query in a text. Ages are relative to `now`. */
export async function filterOfText(
  text: string,
  now: number,
  devices: QueriedDevices,
): Promise<DeviceFilter> {
  const query = await queryOfText(text, devices)
  return query === undefined ? devices.among : allOfFilters(devices.among, compileQuery(query, now))
}
