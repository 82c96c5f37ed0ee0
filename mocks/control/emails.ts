import type { Email } from '../../openapi/generated/control.d.ts'
import type { Store } from '../store/store.ts'

/** The emails that the mock platform sent, newest first; `?to=` filters by address. */
export function emailsIn({ secrets }: Store, url: URL): Email[] {
  const to = url.searchParams.get('to')?.toLowerCase()
  return secrets.emails
    .filter((email) => to === undefined || email.to === to)
    .map((email) => ({ ...email, at: new Date(email.at).toISOString() }))
    .toReversed()
}
