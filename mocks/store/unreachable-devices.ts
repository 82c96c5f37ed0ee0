import type { Reader, Table, Value } from './table.ts'

const never: Reader = () => null

/** The overall status without a VPN, based on the heartbeat. */
function statusByHeartbeat(status: Value, heartbeat: Value): Value {
  switch (heartbeat) {
    case 'unknown':
    case 'offline':
      return 'disconnected'
    default:
      return status === 'updating' || status === 'configuring' || status === 'post-provisioning'
        ? status
        : 'reduced-functionality'
  }
}

/** A simulated device is online once it has reported; nothing ever sets it offline. */
function wasOnline(table: Table): Reader {
  const heartbeat = table.reader('api_heartbeat_state')
  return (handle) => heartbeat(handle) !== 'unknown'
}

/** Fields of simulated devices that are different without a VPN. External devices are what they report. */
const replaced: Readonly<Record<string, (table: Table) => Reader>> = {
  is_connected_to_vpn: () => () => false,
  last_vpn_event: () => never,
  is_managed_by__service_instance: () => never,
  is_online: wasOnline,
  last_connectivity_event: (table) => {
    const online = wasOnline(table)
    const read = table.reader('last_connectivity_event')
    const heartbeatAt = table.reader('changed_api_heartbeat_state_on__date')
    return (handle) => (online(handle) ? (read(handle) ?? heartbeatAt(handle)) : null)
  },
  overall_status(table) {
    const status = table.reader('overall_status')
    const heartbeat = table.reader('api_heartbeat_state')
    const online = wasOnline(table)
    return (handle) => (online(handle) ? statusByHeartbeat(status(handle), heartbeat(handle)) : 'configuring')
  },
}

/** Fields that are the same for all devices without a VPN. */
const constant: Readonly<Record<string, Reader>> = { is_web_accessible: () => false }

const isReplaced = (field: string) => field in replaced || field in constant

/** The devices of a world on a platform without a VPN, which knows only their heartbeats. */
export function withoutCloudlink(table: Table, isExternal: (index: number) => boolean): Table {
  /** Uses an index of the table only for fields that are not replaced. */
  const indexed =
    <Args extends unknown[], Found>(
      lookup: ((field: string, ...args: Args) => Found | undefined) | undefined,
    ) =>
    (field: string, ...args: Args): Found | undefined =>
      isReplaced(field) ? undefined : lookup?.(field, ...args)
  function reader(field: string): Reader {
    const simulated = constant[field] ?? replaced[field]?.(table)
    const external = constant[field] ?? table.reader(field)
    if (simulated === undefined) return external
    return (handle) => (isExternal(handle) ? external(handle) : simulated(handle))
  }
  return {
    resource: table.resource,
    get size() {
      return table.size
    },
    handles: () => table.handles(),
    byId: (id) => table.byId(id),
    reader,
    find: indexed(table.find),
    marked: indexed(table.marked),
    sorted: indexed(table.sorted),
    groups: indexed(table.groups),
    search: indexed(table.search),
    range: indexed(table.range),
    count: (equals) => ([...equals.keys()].some(isReplaced) ? undefined : table.count?.(equals)),
    insert: (values) => table.insert(values),
    update: (handle, changes) => table.update(handle, changes),
    remove: (handle) => table.remove(handle),
  }
}
