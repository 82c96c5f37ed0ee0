/** Applications come in three classes, each with its own path prefix. */
export const fleetClasses = ['fleet', 'app', 'block'] as const
export type FleetClass = (typeof fleetClasses)[number]

/** `fleets`, `apps`, `blocks`: the first part of an address. */
export type ClassPrefix = `${FleetClass}s`

export function prefixOf(fleetClass: FleetClass): ClassPrefix {
  return `${fleetClass}s`
}

const applicationPath = /\/(fleet|app|block)s(?=\/|$)(.*)$/

/** The class that a path speaks of: `/blocks/7` → block. Fleet for anything else. A base path may stand before it. */
export function classInPath(pathname: string): FleetClass {
  const found = applicationPath.exec(pathname)?.[1]
  return fleetClasses.find((fleetClass) => fleetClass === found) ?? 'fleet'
}

// Apps and blocks are built, not run: they have no such parts.
const ofFleetsOnly = /^(\/[^/]+)\/(?:devices|envvars|config|api-keys)(\/.*)?$/

/**
 * The same page under the prefix of another class: `/apps/7/settings` → `/blocks/7/settings`. A part that only fleets have
 * gives way to the summary. Without a base path.
 */
export function pathOfClass(pathname: string, fleetClass: FleetClass): string {
  const below = applicationPath.exec(pathname)?.[2] ?? ''
  return `/${prefixOf(fleetClass)}${fleetClass === 'fleet' ? below : below.replace(ofFleetsOnly, '$1')}`
}

/** An id from an address; undefined when it is not a whole number above 0. */
export function numericId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined
}
