/** The three classes of applications, each with its own path prefix. */
export const fleetClasses = ['fleet', 'app', 'block'] as const
export type FleetClass = (typeof fleetClasses)[number]

/** `fleets`, `apps`, `blocks`: the first segment of a path. */
export type ClassPrefix = `${FleetClass}s`

function prefixOf(fleetClass: FleetClass): ClassPrefix {
  return `${fleetClass}s`
}

const applicationPath = /\/(fleet|app|block)s(?=\/|$)(.*)$/

/** The class of a path: `/blocks/7` → block; fleet for anything else. May include the base path. */
export function classInPath(pathname: string): FleetClass {
  const found = applicationPath.exec(pathname)?.[1]
  return fleetClasses.find((fleetClass) => fleetClass === found) ?? 'fleet'
}

// Apps and blocks are only built, not run, so they have no such pages.
const ofFleetsOnly = /^(\/[^/]+)\/(?:devices|envvars|config|api-keys)(\/.*)?$/

/**
 * The same page under the prefix of another class: `/apps/7/settings` → `/blocks/7/settings`. Pages that only fleets
 * have become the summary. Without base path.
 */
export function pathOfClass(pathname: string, fleetClass: FleetClass): string {
  const below = applicationPath.exec(pathname)?.[2] ?? ''
  return `/${prefixOf(fleetClass)}${fleetClass === 'fleet' ? below : below.replace(ofFleetsOnly, '$1')}`
}

/** An id in a path; undefined unless it is a positive whole number. */
export function numericId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined
}
