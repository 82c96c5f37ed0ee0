import type { DeviceQuery } from '@/domain/device/query/device-query.ts'
import { parseQuery } from '@/domain/device/query/parse-query.ts'

const contactFields: readonly string[] = ['status', 'online', 'cloudlink', 'heartbeat', 'seen']

const dependsOnContact = (query: DeviceQuery): boolean => {
  switch (query.kind) {
    case 'condition':
      return contactFields.includes(query.of.field)
    case 'text':
      return false
    case 'not':
      return dependsOnContact(query.term)
    default:
      return query.terms.some(dependsOnContact)
  }
}

/** Whether a device may leave a filter by going offline. Its loss would not be reported then. */
export function leavesWhenOffline(filter: string): boolean {
  const parsed = parseQuery(filter)
  return parsed.ok && parsed.query !== undefined && dependsOnContact(parsed.query)
}
