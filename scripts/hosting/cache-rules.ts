/** Files that must always be current: the configuration is edited by hand, and an open page detects a new build by the build time. */
export const NEVER_STORED = ['/config.json', '/build-time.json'] as const
/** File names below this path contain a hash of their content. */
export const HASHED = '/assets/'

export const cacheRules = {
  never: 'no-store',
  forGood: 'public, max-age=31536000, immutable',
  /** For files with a hash in their names, on servers whose rule also applies to files that are missing. */
  shortly: 'public, max-age=600',
  /** Cached, but revalidated each time. */
  revalidated: 'no-cache',
} as const

export function cacheRule(path: string): string {
  if (NEVER_STORED.some((each) => each === path)) return cacheRules.never
  return path.startsWith(HASHED) ? cacheRules.forGood : cacheRules.revalidated
}
