import type { DeviceQuery } from '../device/query/device-query.ts'
import { parseQuery } from '../device/query/parse-query.ts'

const ofContact: readonly string[] = ['status', 'online', 'cloudlink', 'heartbeat', 'seen']

const tellsOfContact = (query: DeviceQuery): boolean => {
  switch (query.kind) {
    case 'condition':
      return ofContact.includes(query.of.field)
    case 'text':
      return false
    case 'not':
      return tellsOfContact(query.term)
    default:
      return query.terms.some(tellsOfContact)
  }
}

/** Whether a device may leave a filter by going offline. Its loss would not be reported then. */
export function leavesWhenOffline(filter: string): boolean {
  const parsed = parseQuery(filter)
  return parsed.ok && parsed.query !== undefined && tellsOfContact(parsed.query)
}
