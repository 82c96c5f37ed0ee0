import type { Email } from '../../openapi/generated/control.d.ts'
import type { Store } from '../store/store.ts'
import type { ControlQuery } from './control-input.ts'

/** The emails that the mock platform sent, newest first; `to` filters by address. */
export function emailsIn({ secrets }: Store, query: ControlQuery<'control.listEmails'>): Email[] {
  const to = query.to?.toLowerCase()
  return secrets.emails
    .filter((email) => to === undefined || email.to === to)
    .map((email) => ({ ...email, at: new Date(email.at).toISOString() }))
    .toReversed()
}
