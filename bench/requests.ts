import { PinejsClientCore } from 'pinejs-client-core'
import type { Filter, OrderBy } from 'pinejs-client-core'
import type { Model } from '../openapi/generated/resources.d.ts'
import { needsAttention } from '../src/domain/device/device-issues.ts'
import { usualExpansions, usualFields } from '../src/features/device-list/data/listed-device.ts'

/** Only compiles queries, with the compiler of the dashboard, so that the cloud receives the same text. Returns the part after `/v7/`. */
class Compiler extends PinejsClientCore<Model> {
  override async _request(): Promise<NonNullable<unknown>> {
    throw new Error('The bench sends its requests itself')
  }
}

const compiler = new Compiler({ apiPrefix: '/v7/' })
const release = { $select: ['id', 'commit', 'raw_version'] } as const
const own = { $any: { $alias: 'dau', $expr: { 1: 1 } } } as const

export const STATUSES = [
  'configuring',
  'post-provisioning',
  'updating',
  'operational',
  'reduced-functionality',
  'disconnected',
  'inactive',
] as const

/** The fleet list, as the list page requests it. */
export const fleetList = (): string =>
  compiler.compile({
    resource: 'application',
    options: {
      $select: ['id', 'app_name', 'slug', 'created_at', 'should_track_latest_release'],
      $expand: {
        organization: { $select: ['id', 'name'] },
        is_for__device_type: { $select: ['slug', 'name'] },
        should_be_running__release: { $select: ['id', 'commit', 'raw_version', 'created_at'] },
        application_tag: { $select: ['tag_key', 'value'] },
        owns__device: { $count: {} },
      },
      $filter: { is_directly_accessible_by__user: own, is_of__class: 'fleet', is_host: false },
      $orderby: [{ app_name: 'asc' }, { id: 'asc' }],
      $top: 50,
    },
  })

/** The sort keys of the device table. */
export const TABLE_ORDERS = [
  'overall_status',
  'device_name',
  'uuid',
  'is_running__release/raw_version',
  'last_connectivity_event',
  'is_connected_to_vpn',
  'api_heartbeat_state',
  'os_version',
  'os_variant',
  'supervisor_version',
  'is_of__device_type/name',
  'ip_address',
  'mac_address',
  'created_at',
  'cpu_usage',
  'memory_usage',
  'storage_usage',
  'cpu_temp',
] as const

export type TableOrder = (typeof TABLE_ORDERS)[number]

/** Sorts by several columns, as with Shift and clicks; the first key of each list has few or many distinct values. */
export const TABLE_ORDER_LISTS = [
  ['overall_status', 'device_name'],
  ['is_running__release/raw_version', 'last_connectivity_event'],
  ['os_version', 'supervisor_version', 'device_name'],
  ['cpu_usage', 'device_name'],
  ['device_name', 'cpu_usage'],
] as const satisfies readonly (readonly TableOrder[])[]

type DeviceOrder = OrderBy<Model['device']['Read']>

// The types of the query client do not allow an order by a relation; its compiler does.
const orderOf = (orders: readonly TableOrder[], direction: 'asc' | 'desc') =>
  [...orders, 'id'].map((order) => ({ [order]: direction })) as DeviceOrder

type DeviceFilter = Filter<Model['device']['Read']>

const withStatus = (fleet: number, status: (typeof STATUSES)[number]): DeviceFilter => ({
  $and: [{ belongs_to__application: fleet }, { overall_status: status, is_frozen: false }],
})

/** Text in a name or a tag value, or at the start of a UUID, as the search field requests it. */
const withText = (fleet: number, text: string): DeviceFilter => {
  const anyOf: DeviceFilter[] = [
    { $contains: [{ $tolower: { $: 'device_name' } }, text] },
    {
      device_tag: {
        $any: { $alias: 'dt', $expr: { $contains: [{ $tolower: { $: ['dt', 'value'] } }, text] } },
      },
    },
  ]
  if (/^[0-9a-f]{1,62}$/.test(text)) anyOf.push({ uuid: { $startswith: text } })
  return { $and: [{ belongs_to__application: fleet }, { $or: anyOf }] }
}

function tablePage(
  $filter: DeviceFilter,
  orders: readonly TableOrder[],
  direction: 'asc' | 'desc',
  from: number,
): string {
  return compiler.compile({
    resource: 'device',
    options: {
      $select: usualFields,
      $expand: usualExpansions,
      $filter,
      $orderby: orderOf(orders, direction),
      $top: 50,
      $skip: from,
    },
  })
}

/** One page of the device table: 50 rows, filtered by status and sorted, with the table's expansions. */
export const devicePage = (
  fleet: number,
  order: TableOrder,
  from: number,
  direction: 'asc' | 'desc' = 'asc',
): string => tablePage(withStatus(fleet, 'operational'), [order], direction, from)

/** A page of the whole fleet, sorted by several columns. */
export const devicePageByMany = (
  fleet: number,
  orders: readonly TableOrder[],
  from: number,
  direction: 'asc' | 'desc' = 'asc',
): string => tablePage({ belongs_to__application: fleet }, orders, direction, from)

/** The table's page filtered by text. */
export const deviceSearch = (fleet: number, text: string, order: TableOrder = 'device_name'): string =>
  tablePage(withText(fleet, text), [order], 'asc', 0)

/** Typical filters of the device table, besides the status. */
export const TABLE_FILTERS = {
  'a busy processor': { cpu_usage: { $gt: 50 } },
  'part of the system': { $contains: [{ $tolower: { $: 'os_version' } }, '6.1'] },
  'part of an address': { $contains: [{ $: 'ip_address' }, '10.'] },
  'part of a MAC address': { $contains: [{ $tolower: { $: 'mac_address' } }, 'a6:3'] },
  'a public address': { $eq: [{ $tolower: { $: 'public_address' } }, '203.0.113.7'] },
  'being pinned': { $not: { is_pinned_on__release: null } },
  'a place': { $not: { $contains: [{ $tolower: { $: 'location' } }, 'a'] } },
  'the running release': {
    is_running__release: { $any: { $alias: 'r', $expr: { r: { raw_version: '4.12.1' } } } },
  },
  'a recent connection': { last_connectivity_event: { $gt: '2026-11-20T00:00:00.000Z' } },
} as const satisfies Readonly<Record<string, DeviceFilter>>

const filteredBy = (fleet: number, name: keyof typeof TABLE_FILTERS): DeviceFilter => ({
  $and: [{ belongs_to__application: fleet }, TABLE_FILTERS[name]],
})

/** The table's page with one more filter. */
export const filteredPage = (fleet: number, name: keyof typeof TABLE_FILTERS): string =>
  tablePage(filteredBy(fleet, name), ['device_name'], 'asc', 0)

/** The number of devices that match a filter. */
export const filteredCount = (fleet: number, name: keyof typeof TABLE_FILTERS): string =>
  compiler.compile({ resource: 'device', options: { $count: { $filter: filteredBy(fleet, name) } } })

/** The number of devices that match the search; the table requests it with each page. */
export const deviceSearchCount = (fleet: number, text: string): string =>
  compiler.compile({ resource: 'device', options: { $count: { $filter: withText(fleet, text) } } })

/** The number of devices of a fleet that need attention. */
export const attentionCount = (fleet: number, now: number): string =>
  compiler.compile({
    resource: 'device',
    options: {
      $count: {
        $filter: { $and: [{ belongs_to__application: fleet }, needsAttention(now)] },
      },
    },
  })

export const countByStatus = (fleet: number, status: (typeof STATUSES)[number]): string =>
  compiler.compile({
    resource: 'device',
    options: { $count: { $filter: withStatus(fleet, status) } },
  })

/** A device with its services, as the device page and the official client request it. */
export const deviceWithServices = (uuid: string): string =>
  compiler.compile({
    resource: 'device',
    id: { uuid },
    options: {
      $expand: {
        belongs_to__application: {
          $select: ['id', 'app_name', 'slug'],
          $expand: { organization: { $select: ['id', 'name'] } },
        },
        is_of__device_type: { $select: ['slug', 'name'] },
        device_tag: { $select: ['tag_key', 'value'] },
        is_running__release: release,
        should_be_running__release: release,
        image_install: {
          $select: ['id', 'download_progress', 'status', 'install_date'],
          $filter: { status: { $ne: 'deleted' } },
          $expand: {
            installs__image: {
              $select: ['id'],
              $expand: { is_a_build_of__service: { $select: ['id', 'service_name'] } },
            },
            is_provided_by__release: release,
          },
        },
      },
    },
  })

/** The UUIDs of some devices of a fleet. */
export const someDevices = (fleet: number, count: number): string =>
  compiler.compile({
    resource: 'device',
    options: { $select: ['id', 'uuid'], $filter: { belongs_to__application: fleet }, $top: count },
  })

export const largestFleet = (): string =>
  compiler.compile({
    resource: 'application',
    options: { $select: ['id'], $filter: { slug: 'acme_logistics/cold-chain-eu' } },
  })
