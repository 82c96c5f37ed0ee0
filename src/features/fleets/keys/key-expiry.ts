const DAY_MS = 86_400_000

/** Ways to say when a key ends; `keep` leaves it as it is, `date` asks for a day. */
export const expiryChoices = ['never', 'week', 'month', 'quarter', 'year', 'date'] as const

export type ExpiryChoice = (typeof expiryChoices)[number] | 'keep'

const DAYS = { week: 7, month: 30, quarter: 90, year: 365 } as const

export interface ChosenExpiry {
  choice: ExpiryChoice
  /** `2026-11-20`, for the choice `date`. */
  day: string
  /** What it is now, as the platform has it. */
  present: string | null
}

/** The end of a key as the platform takes it: null for never; undefined while no day is chosen. */
export function expiryOf({ choice, day, present }: ChosenExpiry, now: number): string | null | undefined {
  switch (choice) {
    case 'keep':
      return present
    case 'never':
      return null
    case 'date': {
      // The key is good for the whole of its last day.
      const end = Date.parse(`${day}T23:59:59.999`)
      return Number.isNaN(end) ? undefined : new Date(end).toISOString()
    }
    default:
      return new Date(now + DAYS[choice] * DAY_MS).toISOString()
  }
}
