import { readInvitation } from '@/domain/access/invitation-token.ts'
import { paths } from '@/lib/paths.ts'

export interface SignUpInvitation {
  type: 'organization' | 'application'
  token: string
  /** The name of the organization or fleet. */
  name: string
  /** The invited address, if the token has it. */
  email: string | undefined
  /** The page to open after accepting. */
  leadsTo: string
}

/** The invitation that the return address leads to; null for any other address. */
export function invitationIn(returnPath: string | null | undefined): SignUpInvitation | null {
  const [, organization, token] = /^\/(organization\/)?invitation\/([^/?#]+)/.exec(returnPath ?? '') ?? []
  if (token === undefined) return null
  const type = organization === undefined ? 'application' : 'organization'
  const invited = readInvitation(token)
  if (invited?.resource !== type) return null
  const leadsTo = type === 'organization' ? paths.organizations() : paths.fleets()
  return { type, token, name: invited.name, email: invited.email, leadsTo }
}
