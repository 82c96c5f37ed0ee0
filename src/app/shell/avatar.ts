import { queryOptions, skipToken } from '@tanstack/react-query'

const AVATARS = 'https://www.gravatar.com/avatar/'
const SIZE_PX = 60

/**
 * The URL of a user's avatar, by the hash of the email address; null if the browser has no crypto API, as on plain HTTP,
 * or if there is no email address.
 */
export const avatarUrlQuery = (email: string | null) =>
  queryOptions({
    queryKey: ['avatar', { email }],
    queryFn: email === null ? skipToken : () => avatarUrl(email),
    staleTime: Infinity,
  })

async function avatarUrl(email: string): Promise<string | null> {
  if (globalThis.crypto?.subtle === undefined) return null
  const bytes = new TextEncoder().encode(email.trim().toLowerCase())
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${AVATARS}${hash}?s=${SIZE_PX}&d=404`
}
