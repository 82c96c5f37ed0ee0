import { newSecret } from './secrets.ts'
import type { TokenPurpose, Email } from './secrets.ts'
import type { Store } from './store.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** Lifetime of tokens in simulated milliseconds. Our choice, because the platform does not document it. */
const TOKEN_LIFE: Record<TokenPurpose['kind'], number> = {
  'verify-email': 7 * DAY,
  'reset-password': DAY,
  oauth: 10 * MINUTE,
  'sign-in': 10 * MINUTE,
}

/** Issues a secret that can be used once for a purpose. */
export function issueOneTimeToken(store: Store, purpose: TokenPurpose, now: number): string {
  const secret = newSecret(store.secrets)
  store.secrets.oneTimeTokens.set(secret, { purpose, until: now + TOKEN_LIFE[purpose.kind] })
  return secret
}

export type Redeemed<Kind extends TokenPurpose['kind']> =
  | { is: 'good'; purpose: Extract<TokenPurpose, { kind: Kind }> }
  | { is: 'expired' }
  | { is: 'unknown' }

/** The purpose of a secret. It remains valid until it is revoked. */
export function readOneTimeToken<Kind extends TokenPurpose['kind']>(
  store: Store,
  kind: Kind,
  secret: string,
  now: number,
): Redeemed<Kind> {
  const isOfKind = (purpose: TokenPurpose): purpose is Extract<TokenPurpose, { kind: Kind }> =>
    purpose.kind === kind
  const ticket = store.secrets.oneTimeTokens.get(secret)
  if (ticket === undefined || !isOfKind(ticket.purpose)) return { is: 'unknown' }
  return ticket.until <= now ? { is: 'expired' } : { is: 'good', purpose: ticket.purpose }
}

export const revokeOneTimeToken = (store: Store, secret: string) => store.secrets.oneTimeTokens.delete(secret)

/** Revokes all secrets of a user of this kind. */
export function revokeOneTimeTokensOf(
  store: Store,
  kind: 'verify-email' | 'reset-password',
  user: number,
): void {
  for (const [secret, { purpose }] of store.secrets.oneTimeTokens) {
    if (purpose.kind === kind && purpose.user === user) store.secrets.oneTimeTokens.delete(secret)
  }
}

/** Adds an email to the mock mailbox, which the control API and the control panel show. */
export function sendEmail(store: Store, email: Omit<Email, 'id'>): void {
  const { emails } = store.secrets
  emails.push({ id: (emails.at(-1)?.id ?? 0) + 1, ...email })
}
