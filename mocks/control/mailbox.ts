import type { Email } from '../../openapi/generated/control.d.ts'
import type { Store } from '../store/store.ts'

/** The mock mailbox, newest first; `?to=` keeps one address. */
export function listEmails({ vault }: Store, request: Request): Email[] {
  const to = new URL(request.url).searchParams.get('to')?.toLowerCase()
  return vault.letters
    .filter((letter) => to === undefined || letter.to === to)
    .map((letter) => ({ ...letter, at: new Date(letter.at).toISOString() }))
    .toReversed()
}
