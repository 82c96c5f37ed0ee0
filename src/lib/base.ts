/** Below which path of its host this dashboard is served: nothing, or such as `/demo`. */
export const base = () => import.meta.env.BASE_URL.replace(/\/$/, '')

/** A path of the host as one of this dashboard. The router's requests and locations have the former, its targets are the latter. */
export function withoutBase(path: string): string {
  const before = base()
  return path.startsWith(`${before}/`) ? path.slice(before.length) : path === before ? '/' : path
}

/** The full address of a page of this dashboard, for others to lead back to. */
export const addressOf = (path: string) => `${window.location.origin}${base()}${path}`
