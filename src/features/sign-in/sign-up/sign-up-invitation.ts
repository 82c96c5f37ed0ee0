import { readInvitation } from '@/domain/access/invitation-token.ts'
import { paths } from '@/lib/paths.ts'

export interface SignUpInvitation {
  type: 'organization' | 'application'
  token: string
  /** Of the organization or fleet. */
  name: string
  /** Where accepting it leads. */
  leadsTo: string
}

/** The invitation that somebody was about to accept before they signed up; null for any other place. */
export function invitationIn(returnPath: string | null | undefined): SignUpInvitation | null {
  const [, organization, token] = /^\/(organization\/)?invitation\/([^/?#]+)/.exec(returnPath ?? '') ?? []
  if (token === undefined) return null
  const type = organization === undefined ? 'application' : 'organization'
  const invited = readInvitation(token)
  if (invited?.resource !== type) return null
  const leadsTo = type === 'organization' ? paths.organizations() : paths.fleets()
  return { type, token, name: invited.name, leadsTo }
}
