import { createStored, type Stored } from '@/lib/stored.ts'

/** The part of the state that the bell in the header needs, so that it can render without loading the watches. */
export interface Bell {
  watches: number
  unread: number
}

const emptyBell: Bell = { watches: 0, unread: 0 }
const countOf = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 999 ? value : 0

const bells = new Map<number, Stored<Bell>>()

/** The bell of an account, stored in this browser. */
export function accountBell(account: number): Stored<Bell> {
  const bell =
    bells.get(account) ??
    createStored(`watches.${account}.bell`, emptyBell, (stored) =>
      typeof stored === 'object' && stored !== null && 'watches' in stored && 'unread' in stored
        ? { watches: countOf(stored.watches), unread: countOf(stored.unread) }
        : undefined,
    )
  bells.set(account, bell)
  return bell
}
