import { safeReturnPath } from './return-path.ts'

const KEY = 'flotilla:return-url'

/** Stores the requested page during the sign-in, also across other pages. */
export function keepReturnUrl(path: string) {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Without session storage, only the redirect parameter is used.
  }
}

/** The stored path, without removing it. */
export function keptReturnUrl(): string | undefined {
  try {
    return safeReturnPath(sessionStorage.getItem(KEY))
  } catch {
    return undefined
  }
}

/** Where to go after sign-in: the redirect parameter, else the stored path, else the start page. Removes the stored path. */
export function takeReturnUrl(redirectParameter: string | null): string {
  let kept: string | null = null
  try {
    kept = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
  } catch {
    // See above.
  }
  return safeReturnPath(redirectParameter) ?? safeReturnPath(kept) ?? '/'
}
