import { HttpError } from '../base/http-error.ts'
import type { Store } from '../store/store.ts'

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/

/** Normalizes an email address to lower case. Throws 400 `Invalid email` (docs/platform/errors.md). */
export function emailFrom(text: string | undefined): string {
  const email = text?.trim().toLowerCase()
  if (email === undefined || !EMAIL.test(email)) throw new HttpError(400, 'Invalid email')
  return email
}

/** The email address of a user; null when the profile has none. */
export function userEmail(store: Store, user: number): string | null {
  const profiles = store.rows('user_profile')
  const profile = profiles.find('is_of__user', user)?.[0]
  const email = profile === undefined ? null : profiles.reader('email')(profile)
  return typeof email === 'string' ? email : null
}

/** The user with this username or email address. */
export function userNamed(store: Store, name: string): number | undefined {
  const lowercase = name.trim().toLowerCase()
  const users = store.rows('user')
  for (const id of users.handles()) {
    const username = users.reader('username')(id)
    if (typeof username === 'string' && username.toLowerCase() === lowercase) return id
    if (userEmail(store, id)?.toLowerCase() === lowercase) return id
  }
  return undefined
}

/** The user with this email address; unlike `userNamed`, ignores usernames. */
export function userWithEmail(store: Store, email: string): number | undefined {
  const profiles = store.rows('user_profile')
  const lowercase = email.toLowerCase()
  for (const id of profiles.handles()) {
    const { email: address, is_of__user: user } = profiles.row(id)
    if (typeof address === 'string' && address.toLowerCase() === lowercase) return user
  }
  return undefined
}
