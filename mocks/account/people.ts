import { userNamed, userWithEmail } from '../access/users.ts'
import { HttpError } from '../base/http-error.ts'
import { FREE_PLAN, planWithCode, subscribe } from '../billing/subscriptions.ts'
import { roleNamed } from '../organizations/memberships.ts'
import { freeHandle } from '../organizations/organization-rules.ts'
import { issueOneTimeToken, sendEmail, revokeOneTimeTokensOf } from '../store/one-time-tokens.ts'
import { addRow } from '../store/row-defaults.ts'
import { newSecret } from '../store/secrets.ts'
import type { Store } from '../store/store.ts'
import type { RowInput, StoredRow } from '../store/stored-row.ts'

/** Throws 409 when another account has the address (docs/platform/errors.md). */
export function requireFreeEmail(store: Store, email: string, except?: number): void {
  const owner = userWithEmail(store, email)
  if (owner !== undefined && owner !== except) throw new HttpError(409, 'This email is already taken')
}

const MIN_LENGTH = 8
const MAX_LENGTH = 64

/** Throws 400 unless a new password has 8 to 64 characters. */
export function requireGoodPassword(password: string | undefined): string {
  if (password === undefined || password.length < MIN_LENGTH || password.length > MAX_LENGTH) {
    throw new HttpError(400, `The password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`)
  }
  return password
}

/** The id of the profile of a user. */
function profileOf(store: Store, user: number): number {
  const profile = store.rows('user_profile').find('is_of__user', user)?.[0]
  if (profile === undefined) throw new Error(`User ${user} has no profile`)
  return profile
}

export const readProfile = (store: Store, user: number): StoredRow<'user_profile'> =>
  store.rows('user_profile').row(profileOf(store, user))

export function changeProfile(store: Store, user: number, changes: RowInput<'user_profile'>): void {
  store.rows('user_profile').update(profileOf(store, user), changes)
  store.changed()
}

/** Returns its argument. Throws 400 on an invalid username, and 409 when it is taken. */
export function requireFreeUsername(store: Store, username: string): string {
  if (!/^[\w.-]{1,100}$/.test(username)) throw new HttpError(400, 'Invalid username')
  if (username === 'root' || userNamed(store, username) !== undefined) {
    throw new HttpError(409, 'This username is already taken')
  }
  return username
}

function freeUsername(store: Store, email: string): string {
  const [local = ''] = email.split('@')
  const base = local.toLowerCase().replaceAll(/[^\w.-]+/g, '') || 'person'
  let name = base
  for (let number = 2; name === 'root' || userNamed(store, name) !== undefined; number++) {
    name = `${base}${number}`
  }
  return name
}

export interface NewPerson {
  email: string
  /** By default derived from the email address. */
  username?: string | undefined
  /** null: signs in only with an external provider. */
  password: string | null
  isVerified: boolean
  hasDisabledNewsletter?: boolean
}

/** Creates a user with a profile and a personal organization (docs/decisions/product-rules.md, 13). Returns the user's id. */
export function addPerson(store: Store, now: number, person: NewPerson): number {
  const { email, password, isVerified, hasDisabledNewsletter = false } = person
  const username = person.username ?? freeUsername(store, email)
  const actor = addRow(store, 'actor', {}, now)
  const organization = addRow(
    store,
    'organization',
    {
      name: username,
      handle: freeHandle(store, username),
      is_enforcing_saml_login: false,
      is_using__billing_version: 'v2',
    },
    now,
  )
  const user = addRow(store, 'user', { actor, username, has_legacy_link_to__organization: organization }, now)
  addRow(
    store,
    'user_profile',
    {
      is_of__user: user,
      email,
      has_disabled_newsletter: hasDisabledNewsletter,
      is_verified: isVerified,
      must_be_verified: !isVerified,
      has_password_set: password !== null,
    },
    now,
  )
  addRow(
    store,
    'organization_membership',
    {
      user,
      is_member_of__organization: organization,
      organization_membership_role: roleNamed(store, 'organization_membership_role', 'administrator'),
    },
    now,
  )
  const free = planWithCode(store, FREE_PLAN)
  if (free !== undefined) subscribe(store, organization, free, 'monthly', now)
  if (password !== null) store.secrets.passwords.set(user, password)
  store.secrets.jwtSecrets.set(user, newSecret(store.secrets))
  return user
}

/** Emails a verification link and revokes earlier ones. */
export function sendVerification(store: Store, now: number, user: number, email: string): void {
  revokeOneTimeTokensOf(store, 'verify-email', user)
  const token = issueOneTimeToken(store, { kind: 'verify-email', user, email }, now)
  sendEmail(store, {
    at: now,
    to: email,
    subject: 'Verify your email address',
    text: 'Follow the link to verify that this address is yours.',
    link: `/user/verify-email/${token}/${encodeURIComponent(email)}`,
    token,
  })
}

/** Ends all sessions of a user by replacing the secret in their tokens (docs/platform/authentication.md). */
export function endSessions(store: Store, user: number): void {
  store.secrets.jwtSecrets.set(user, newSecret(store.secrets))
}

/** Deletes the secrets of a user when their account is deleted. */
export function forgetPerson(store: Store, user: number): void {
  const { secrets } = store
  for (const ofUsers of [secrets.passwords, secrets.jwtSecrets, secrets.staff, secrets.authenticators]) {
    ofUsers.delete(user)
  }
  const codes = store.rows('recovery_two_factor')
  for (const row of Array.from(codes.find('belongs_to__user', user) ?? [])) secrets.recoveryCodes.delete(row)
  for (const [secret, { purpose }] of secrets.oneTimeTokens) {
    if ('user' in purpose && purpose.user === user) secrets.oneTimeTokens.delete(secret)
  }
}
