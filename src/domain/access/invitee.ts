import { isEmail } from '../../lib/email.ts'
import { inviteeText as text } from '../../messages/access.ts'

/** Who cannot be invited again. */
export interface Known {
  /** Names of members. */
  members: readonly string[]
  /** Addresses that were invited already. */
  invited: readonly string[]
}

/** What is wrong with an e-mail address to invite; undefined when nothing is. */
export function inviteeProblem(email: string, { members, invited }: Known): string | undefined {
  if (email === '') return text.missing
  if (!isEmail(email)) return text.invalidEmail
  const lower = email.toLowerCase()
  if (invited.some((each) => each.toLowerCase() === lower)) return text.alreadyInvited(email)
  return members.some((name) => name.toLowerCase() === lower) ? text.alreadyMember(email) : undefined
}
