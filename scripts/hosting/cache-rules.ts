/** What must be as it is now: configuration is changed by hand, and the build time tells an open page that it is old. */
export const NEVER_STORED = ['/config.json', '/build-time.json'] as const
/** The bundler puts a hash of the content in the names below it. */
export const HASHED = '/assets/'

export const cacheRules = {
  never: 'no-store',
  forGood: 'public, max-age=31536000, immutable',
  /** Kept, and asked about each time. */
  asked: 'no-cache',
} as const

export function cacheRule(path: string): string {
  if (NEVER_STORED.some((each) => each === path)) return cacheRules.never
  return path.startsWith(HASHED) ? cacheRules.forGood : cacheRules.asked
}
