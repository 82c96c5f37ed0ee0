const DAY_MS = 86_400_000

/** When a key may end. */
export const expiryChoices = ['day', 'week', 'month', 'quarter', 'custom', 'never'] as const

/** `keep` leaves it as it is; `unset` is no choice yet. */
export type ExpiryChoice = (typeof expiryChoices)[number] | 'keep' | 'unset'

/** How long a key may live, counted from when it is made. */
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
  /** `2026-11-20T14:00` in the person's own time, for the choice `custom`. */
  moment: string
  /** What it is now, as the platform has it. */
  present: string | null
}

/** The end of a key as the platform takes it: null for never; undefined while none is chosen. */
export function expiryOf({ choice, moment, present }: ChosenExpiry, now: number): string | null | undefined {
  switch (choice) {
    case 'unset':
      return undefined
    case 'keep':
      return present
    case 'never':
      return null
    case 'custom': {
      const end = Date.parse(moment)
      return Number.isNaN(end) ? undefined : new Date(end).toISOString()
    }
    default:
      return new Date(now + DAYS[choice] * DAY_MS).toISOString()
  }
}

/** Why a key cannot end then; undefined when it can. A moment of one's own is not earlier than now. */
export function expiryProblem(chosen: ChosenExpiry, now: number): 'unset' | 'no-moment' | 'past' | undefined {
  const expiry = expiryOf(chosen, now)
  if (expiry === undefined) return chosen.choice === 'custom' ? 'no-moment' : 'unset'
  const isPast = chosen.choice === 'custom' && expiry !== null && Date.parse(expiry) < now
  return isPast ? 'past' : undefined
}
