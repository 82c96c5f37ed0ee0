import type { Reader, Table, Value } from '../store/table.ts'

const never: Reader = () => null

/** What a status tells that rests on the connection, by what the platform has heard of the device itself. */
function heardStatus(status: Value, heartbeat: Value): Value {
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

/** A device says that it is online whenever it reports, and a person may write it; nobody else ever says that it is not. */
function wasOnline(table: Table): Reader {
  const heartbeat = table.reader('api_heartbeat_state')
  const written = table.reader('is_online')
  return (handle) => heartbeat(handle) !== 'unknown' || written(handle) === true
}

/** How a platform that cannot reach its devices tells of them; they report all the same. */
const retold: Readonly<Record<string, (table: Table) => Reader>> = {
  is_connected_to_vpn: () => () => false,
  last_vpn_event: () => never,
  is_managed_by__service_instance: () => never,
  is_web_accessible: () => () => false,
  is_online: wasOnline,
  last_connectivity_event: (table) => {
    const online = wasOnline(table)
    const read = table.reader('last_connectivity_event')
    const heardAt = table.reader('changed_api_heartbeat_state_on__date')
    return (handle) => (online(handle) ? (read(handle) ?? heardAt(handle)) : null)
  },
  overall_status(table) {
    const status = table.reader('overall_status')
    const heartbeat = table.reader('api_heartbeat_state')
    const online = wasOnline(table)
    return (handle) => (online(handle) ? heardStatus(status(handle), heartbeat(handle)) : 'configuring')
  },
}

const isRetold = (field: string) => field in retold

/** The devices of a world as a platform without connections to them knows them: by their heartbeat alone. */
export function withoutCloudlink(table: Table): Table {
  /** An index of the table answers for a field that is told as it is. */
  const kept =
    <Args extends unknown[], Found>(ask: ((field: string, ...args: Args) => Found | undefined) | undefined) =>
    (field: string, ...args: Args): Found | undefined =>
      isRetold(field) ? undefined : ask?.(field, ...args)
  return {
    resource: table.resource,
    get size() {
      return table.size
    },
    handles: () => table.handles(),
    byId: (id) => table.byId(id),
    reader: (field) => retold[field]?.(table) ?? table.reader(field),
    find: kept(table.find),
    marked: kept(table.marked),
    sorted: kept(table.sorted),
    groups: kept(table.groups),
    search: kept(table.search),
    range: kept(table.range),
    count: (where) => ([...where.keys()].some(isRetold) ? undefined : table.count?.(where)),
    insert: (values) => table.insert(values),
    update: (handle, changes) => table.update(handle, changes),
    remove: (handle) => table.remove(handle),
  }
}
