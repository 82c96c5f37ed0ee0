import { fleetNameText as text } from '@/messages/fleets/fleet-settings.ts'

/** Length limits of the name of a fleet, app or block. */
const fleetNameLimits = { min: 4, max: 100 } as const

export interface NamesOf {
  /** Name of the organization. */
  organization: string
  /** Names that are already taken in it. */
  names: readonly string[]
}

/** The problem of a name for a fleet, app or block; undefined if it is valid. */
export function fleetNameProblem(name: string, taken?: NamesOf): string | undefined {
  if (name === '') return text.missing
  if (!/^[A-Za-z0-9_-]*$/.test(name)) return text.letters
  if (!/^[A-Za-z0-9]/.test(name)) return text.start
  if (name.length < fleetNameLimits.min) return text.tooShort(fleetNameLimits.min)
  if (name.length > fleetNameLimits.max) return text.tooLong(fleetNameLimits.max)
  const lower = name.toLowerCase()
  return taken?.names.some((each) => each.toLowerCase() === lower)
    ? text.taken(name, taken.organization)
    : undefined
}
