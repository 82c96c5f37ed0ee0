const DAY_MS = 86_400_000

/** Options for the expiry of a key. */
export const expiryChoices = ['day', 'week', 'month', 'quarter', 'custom', 'never'] as const

/** `keep` does not change it; `unset` means that nothing is chosen yet. */
export type ExpiryChoice = (typeof expiryChoices)[number] | 'keep' | 'unset'

/** Lifetimes, counted from the creation. */
export const keyLives = [
  'day',
  'week',
  'month',
  'quarter',
  'never',
] as const satisfies readonly ExpiryChoice[]

export type KeyLife = (typeof keyLives)[number]

const DAYS = { day: 1, week: 7, month: 30, quarter: 90 } as const

export interface ChosenExpiry {
  choice: ExpiryChoice
  /** `2026-11-20T14:00` in the user's time zone, for the choice `custom`. */
  expiresAt: string
  /** The current expiry. */
  present: string | null
}

/** The expiry for the API: null for never; undefined while none is chosen. */
export function chosenExpiry(
  { choice, expiresAt, present }: ChosenExpiry,
  now: number,
): string | null | undefined {
  switch (choice) {
    case 'unset':
      return undefined
    case 'keep':
      return present
    case 'never':
      return null
    case 'custom': {
      const end = Date.parse(expiresAt)
      return Number.isNaN(end) ? undefined : new Date(end).toISOString()
    }
    default:
      return new Date(now + DAYS[choice] * DAY_MS).toISOString()
  }
}

/** Why an expiry is invalid; undefined when it is valid. A custom time must be in the future. */
export function expiryProblem(chosen: ChosenExpiry, now: number): 'unset' | 'no-time' | 'past' | undefined {
  const expiry = chosenExpiry(chosen, now)
  if (expiry === undefined) return chosen.choice === 'custom' ? 'no-time' : 'unset'
  const isPast = chosen.choice === 'custom' && expiry !== null && Date.parse(expiry) < now
  return isPast ? 'past' : undefined
}
