import { fleetNameText as text } from '@/messages/fleet-settings.ts'

/** How long the name of a fleet, app or block may be. */
export const fleetNameLimits = { least: 4, most: 100 } as const

export interface NamesOf {
  /** The organization, as it is called. */
  organization: string
  /** Names that it has given already. */
  names: readonly string[]
}

/** What is wrong with a name for a fleet, app or block; undefined when it can be used. */
export function fleetNameProblem(name: string, taken?: NamesOf): string | undefined {
  if (name === '') return text.missing
  if (!/^[A-Za-z0-9_-]*$/.test(name)) return text.letters
  if (!/^[A-Za-z0-9]/.test(name)) return text.start
  if (name.length < fleetNameLimits.least) return text.tooShort(fleetNameLimits.least)
  if (name.length > fleetNameLimits.most) return text.tooLong(fleetNameLimits.most)
  const lower = name.toLowerCase()
  return taken?.names.some((each) => each.toLowerCase() === lower)
    ? text.taken(name, taken.organization)
    : undefined
}
