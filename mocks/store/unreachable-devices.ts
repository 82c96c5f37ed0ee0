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

/** A device is online once it has reported, or if a user wrote it; nothing ever sets it offline. */
function wasOnline(table: Table): Reader {
  const heartbeat = table.reader('api_heartbeat_state')
  const written = table.reader('is_online')
  return (handle) => heartbeat(handle) !== 'unknown' || written(handle) === true
}

/** Fields of devices that are different without a VPN. */
const replaced: Readonly<Record<string, (table: Table) => Reader>> = {
  is_connected_to_vpn: () => () => false,
  last_vpn_event: () => never,
  is_managed_by__service_instance: () => never,
  is_web_accessible: () => () => false,
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

const isReplaced = (field: string) => field in replaced

/** The devices of a world on a platform without a VPN, which knows only their heartbeats. */
export function withoutCloudlink(table: Table): Table {
  /** Uses an index of the table only for fields that are not replaced. */
  const indexed =
    <Args extends unknown[], Found>(
      lookup: ((field: string, ...args: Args) => Found | undefined) | undefined,
    ) =>
    (field: string, ...args: Args): Found | undefined =>
      isReplaced(field) ? undefined : lookup?.(field, ...args)
  return {
    resource: table.resource,
    get size() {
      return table.size
    },
    handles: () => table.handles(),
    byId: (id) => table.byId(id),
    reader: (field) => replaced[field]?.(table) ?? table.reader(field),
    find: indexed(table.find),
    marked: indexed(table.marked),
    sorted: indexed(table.sorted),
    groups: indexed(table.groups),
    search: indexed(table.search),
    range: indexed(table.range),
    count: (where) => ([...where.keys()].some(isReplaced) ? undefined : table.count?.(where)),
    insert: (values) => table.insert(values),
    update: (handle, changes) => table.update(handle, changes),
    remove: (handle) => table.remove(handle),
  }
}
