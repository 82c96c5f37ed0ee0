import { isEmail } from '@/lib/email.ts'
import { inviteeText as text } from '@/messages/access/grants.ts'

/** People who cannot be invited again. */
export interface Known {
  /** Usernames of members. */
  members: readonly string[]
  /** Emails that were already invited. */
  invited: readonly string[]
}

/** Why an email address cannot be invited; undefined when it can. */
export function inviteeProblem(email: string, { members, invited }: Known): string | undefined {
  if (email === '') return text.missing
  if (!isEmail(email)) return text.invalidEmail
  const lower = email.toLowerCase()
  if (invited.some((each) => each.toLowerCase() === lower)) return text.alreadyInvited(email)
  return members.some((name) => name.toLowerCase() === lower) ? text.alreadyMember(email) : undefined
}
