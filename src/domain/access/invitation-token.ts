import { readPayload } from '@/api/token.ts'

/** What an invitation is to. */
export interface Invited {
  resource: string
  /** Of the fleet or organization. */
  name: string
}

/** What the token of an invitation says; null when it names no resource and no name. */
export function readInvitation(token: string): Invited | null {
  const { resource, name } = readPayload(token) ?? {}
  return typeof resource === 'string' && typeof name === 'string' ? { resource, name } : null
}
