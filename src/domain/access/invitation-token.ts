import { readPayload } from '@/api/token.ts'

/** The object of an invitation. */
export interface Invited {
  resource: string
  /** Name of the fleet or organization. */
  name: string
}

/** The payload of an invitation token; null when it contains no resource or name. */
export function readInvitation(token: string): Invited | null {
  const { resource, name } = readPayload(token) ?? {}
  return typeof resource === 'string' && typeof name === 'string' ? { resource, name } : null
}
