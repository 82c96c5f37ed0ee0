import { queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { searchDocs } from '@/api/docs-search.ts'
import type { DeviceFilter } from '@/domain/device/device-filters.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'

const MAX_FOUND = 6
const SHORTEST_QUERY = 1

/** Fleets, apps, blocks and devices whose name contains the text; devices also by the beginning of their UUID. Searched by the platform. */
export const paletteSearchQuery = (text: string, classes: readonly FleetClass[]) =>
  queryOptions({
    queryKey: ['palette', { text, classes }],
    queryFn:
      text.length < SHORTEST_QUERY ? skipToken : ({ signal }) => search(text.toLowerCase(), classes, signal),
    staleTime: 15_000,
  })

const SHORTEST_DOCS_QUERY = 2

/** Documentation pages for the text; not queried if no search service is configured. */
export const docsSearchQuery = (text: string) => {
  const { docsSearch } = api().parties
  return queryOptions({
    queryKey: ['palette', 'docs', { text }],
    queryFn:
      docsSearch === null || text.length < SHORTEST_DOCS_QUERY
        ? skipToken
        : ({ signal }) => searchDocs(docsSearch, text, signal),
    staleTime: 5 * 60_000,
    // Users wait for results while typing, so errors are shown immediately.
    retry: false,
  })
}

async function search(text: string, classes: readonly FleetClass[], signal: AbortSignal) {
  const [devices, ...lists] = await Promise.all([
    findDevices(text, signal),
    // One query per class, so that many fleets do not hide the only block.
    ...classes.map(async (of) =>
      // A platform that does not filter must not return an application in several groups.
      (await findApplications(text, of, signal)).filter(({ is_of__class }) => is_of__class === of),
    ),
  ])
  return { devices, applications: lists.flat() }
}

function findApplications(text: string, fleetClass: FleetClass, signal: AbortSignal) {
  return api().data.query('application', signal, {
    $select: ['id', 'app_name', 'is_of__class'],
    $expand: { organization: { $select: ['name'] } },
    $filter: {
      $and: [
        {
          is_directly_accessible_by__user: { $any: { $alias: 'dau', $expr: { 1: 1 } } },
          is_of__class: fleetClass,
          is_host: false,
        },
        { $or: [{ $contains: [{ $tolower: { $: 'app_name' } }, text] }, { slug: { $contains: text } }] },
      ],
    },
    $orderby: [{ app_name: 'asc' }, { id: 'asc' }],
    $top: MAX_FOUND,
  })
}

function findDevices(text: string, signal: AbortSignal) {
  const byName: DeviceFilter = { $contains: [{ $tolower: { $: 'device_name' } }, text] }
  const couldBeUuid = /^[0-9a-f]+$/.test(text)
  return api().data.query('device', signal, {
    $select: ['id', 'uuid', 'device_name'],
    $expand: { belongs_to__application: { $select: ['app_name'] } },
    $filter: couldBeUuid ? { $or: [byName, { uuid: { $startswith: text } }] } : byName,
    $orderby: [{ device_name: 'asc' }, { id: 'asc' }],
    $top: MAX_FOUND,
  })
}

/** The name of the current device, and its fleet. */
export const devicePlaceQuery = (uuid: string | undefined) =>
  queryOptions({
    queryKey: ['palette', 'device', uuid],
    staleTime: 15_000,
    queryFn:
      uuid === undefined
        ? skipToken
        : async ({ signal }) => {
            const rows = await api().data.query('device', signal, {
              $select: ['uuid', 'device_name'],
              $expand: { belongs_to__application: { $select: ['id'] } },
              $filter: { uuid },
            })
            return rows[0] ?? null
          },
  })
