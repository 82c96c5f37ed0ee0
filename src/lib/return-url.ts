import { safeReturnPath } from './return-path.ts'

const KEY = 'flotilla:return-url'

/** Keeps where the person was going across the sign-in, also when other pages come in between. */
export function keepReturnUrl(path: string) {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Without session storage the redirect parameter alone keeps it.
  }
}

/** What was kept, without forgetting it. */
export function keptReturnUrl(): string | undefined {
  try {
    return safeReturnPath(sessionStorage.getItem(KEY))
  } catch {
    return undefined
  }
}

/** Where to go after sign-in: the redirect parameter, else what was kept, else the start page. Forgets what was kept. */
export function takeReturnUrl(redirectParameter: string | null): string {
  let kept: string | null = null
  try {
    kept = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
  return safeReturnPath(redirectParameter) ?? safeReturnPath(kept) ?? '/'
}
