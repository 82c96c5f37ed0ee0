import { pathHere } from './address.ts'

const SIGN_IN = /^\/login(?:\/|$)/i
/** Letting a tool or an application in needs who is signed in. */
const ASKS_WHO = /^\/login\/(?:cli|oauth)\/./i

/** As the router reads it. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * A path of this dashboard that may be returned to after sign-in, as a browser has it; undefined for other sites, for the
 * sign-in pages themselves and for what is no path.
 */
export function safeReturnPath(wanted: string | null | undefined): string | undefined {
  const path = pathHere(wanted ?? '')
  if (path === undefined) return undefined
  const [place = ''] = path.split(/[?#]/)
  return SIGN_IN.test(decoded(place)) && !ASKS_WHO.test(place) ? undefined : path
}
