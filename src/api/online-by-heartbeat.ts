/**
 * On platforms without VPN, `is_online` stays true after the first report. There only the heartbeat shows whether a
 * device is online, so queries and responses with `is_online` are translated to it.
 */
const ONLINE_STATES: readonly unknown[] = ['online', 'timeout']
const SILENT: readonly unknown[] = ['offline', 'unknown']

type Plain = Readonly<Record<string, unknown>>

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The heartbeat state equivalent to a condition on `is_online`; the direction, for sorting. */
function heartbeatOf(value: unknown): unknown {
  if (value === true) return { $in: ONLINE_STATES }
  if (value === false || value === null) return { $in: SILENT }
  if (!isPlain(value)) return value
  return heartbeatOf('$ne' in value ? value['$ne'] !== true : value['$eq'])
}

function byHeartbeat(value: unknown): unknown {
  if (Array.isArray(value)) {
    const parts = value.map(byHeartbeat)
    return parts.includes('is_online') ? [...new Set([...parts, 'api_heartbeat_state'])] : parts
  }
  if (value === 'is_online') return ['is_online', 'api_heartbeat_state']
  if (!isPlain(value)) return value
  const { is_online: online, ...others } = value
  const rest = Object.fromEntries(Object.entries(others).map(([key, inner]) => [key, byHeartbeat(inner)]))
  if (online === undefined) return rest
  const state = { api_heartbeat_state: heartbeatOf(online) }
  // Both may be requested.
  return 'api_heartbeat_state' in rest ? { $and: [rest, state] } : { ...rest, ...state }
}

/** The options of a query, with the heartbeat instead of `is_online`. */
export const askByHeartbeat = <Given extends object>(options: Given): Given => byHeartbeat(options) as Given

/** Sets `is_online` in rows and expanded rows from the heartbeat. */
export function tellByHeartbeat(rows: unknown): void {
  if (Array.isArray(rows)) {
    for (const row of rows) tellByHeartbeat(row)
    return
  }
  if (typeof rows !== 'object' || rows === null) return
  const row = rows as Record<string, unknown>
  if ('is_online' in row && 'api_heartbeat_state' in row)
    row['is_online'] = ONLINE_STATES.includes(row['api_heartbeat_state'])
  for (const inner of Object.values(row)) if (Array.isArray(inner)) tellByHeartbeat(inner)
}
