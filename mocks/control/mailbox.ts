import type { Store } from '../store/store.ts'

/** An e-mail as the control API tells it. */
export interface EmailView {
  id: number
  /** ISO 8601, simulated. */
  at: string
  to: string
  subject: string
  text: string
  /** A path of the dashboard. */
  link: string
  token: string
}

/** The mock mailbox, newest first; `?to=` keeps one address. */
export function listEmails({ vault }: Store, request: Request): EmailView[] {
  const to = new URL(request.url).searchParams.get('to')?.toLowerCase()
  return vault.letters
    .filter((letter) => to === undefined || letter.to === to)
    .map((letter) => ({ ...letter, at: new Date(letter.at).toISOString() }))
    .toReversed()
}
