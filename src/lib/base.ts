/** The base path of the dashboard without a trailing slash, such as `/demo`; empty at the root. */
export const base = () => import.meta.env.BASE_URL.replace(/\/$/, '')

/** Removes the base path. The router's requests and locations include it, its targets do not. */
export function withoutBase(path: string): string {
  const before = base()
  return path.startsWith(`${before}/`) ? path.slice(before.length) : path === before ? '/' : path
}

/** The full URL of a page, for third parties to lead back to. */
export const absoluteUrl = (path: string) => `${window.location.origin}${base()}${path}`
