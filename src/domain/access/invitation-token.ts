import { readPayload } from '@/api/token.ts'
import { isEmail } from '@/lib/email.ts'

/** The object of an invitation. */
export interface Invited {
  resource: string
  /** Name of the fleet or organization. */
  name: string
  /** The invited address, if the token has it. */
  email: string | undefined
}

/** The payload of an invitation token; null when it contains no resource or name. */
export function readInvitation(token: string): Invited | null {
  const { resource, name, email } = readPayload(token) ?? {}
  if (typeof resource !== 'string' || typeof name !== 'string') return null
  return { resource, name, email: typeof email === 'string' && isEmail(email) ? email : undefined }
}
