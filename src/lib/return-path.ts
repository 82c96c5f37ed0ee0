import { pathHere } from './address.ts'

const SIGN_IN = /^\/login(?:\/|$)/i
/** Authorizing a tool or an application needs a signed-in user. */
const ASKS_WHO = /^\/login\/(?:cli|oauth)\/./i

/** The path without the base path. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * A path of this dashboard for the redirect after sign-in; undefined for other sites, for the sign-in pages themselves
 * and for invalid paths.
 */
export function safeReturnPath(requested: string | null | undefined): string | undefined {
  const path = pathHere(requested ?? '')
  if (path === undefined) return undefined
  const [place = ''] = path.split(/[?#]/)
  return SIGN_IN.test(decoded(place)) && !ASKS_WHO.test(place) ? undefined : path
}
