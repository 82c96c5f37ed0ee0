import type { Store } from './store.ts'
import { newSecret } from './secrets.ts'
import type { TokenPurpose, Email } from './secrets.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** How long what came by e-mail does, in simulated milliseconds: our choice, the platform does not tell. */
const TOKEN_LIFE: Record<TokenPurpose['kind'], number> = {
  'verify-email': 7 * DAY,
  'reset-password': DAY,
  oauth: 10 * MINUTE,
  'sign-in': 10 * MINUTE,
}

/** Hands out a secret that does one thing once. */
export function issueOneTimeToken(store: Store, errand: TokenPurpose, now: number): string {
  const secret = newSecret(store.vault)
  store.vault.tickets.set(secret, { errand, until: now + TOKEN_LIFE[errand.kind] })
  return secret
}

export type Redeemed<Kind extends TokenPurpose['kind']> =
  | { is: 'good'; errand: Extract<TokenPurpose, { kind: Kind }> }
  | { is: 'expired' }
  | { is: 'unknown' }

/** What a secret stands for; it stays good until it is torn up. */
export function readOneTimeToken<Kind extends TokenPurpose['kind']>(
  store: Store,
  kind: Kind,
  secret: string,
  now: number,
): Redeemed<Kind> {
  const isOfKind = (errand: TokenPurpose): errand is Extract<TokenPurpose, { kind: Kind }> =>
    errand.kind === kind
  const ticket = store.vault.tickets.get(secret)
  if (ticket === undefined || !isOfKind(ticket.errand)) return { is: 'unknown' }
  return ticket.until <= now ? { is: 'expired' } : { is: 'good', errand: ticket.errand }
}

export const revokeOneTimeToken = (store: Store, secret: string) => store.vault.tickets.delete(secret)

/** No secret of this kind that a person holds does any more. */
export function revokeOneTimeTokensOf(
  store: Store,
  kind: 'verify-email' | 'reset-password',
  user: number,
): void {
  for (const [secret, { errand }] of store.vault.tickets) {
    if (errand.kind === kind && errand.user === user) store.vault.tickets.delete(secret)
  }
}

/** Puts an e-mail into the mock mailbox, where the control API and the panel read it. */
export function sendEmail(store: Store, letter: Omit<Email, 'id'>): void {
  const { letters } = store.vault
  letters.push({ id: (letters.at(-1)?.id ?? 0) + 1, ...letter })
}
