import { formatDollars } from './format.ts'

/** An amount in cents, as dollars: `$49.00`; "–" for an amount that is unknown. */
export function formatCents(cents: number): string {
  return Number.isFinite(cents) ? formatDollars(cents / 100) : '–'
}

/** A number that the platform sends as decimal text; NaN if there is none. */
export function toAmount(text: string | undefined): number {
  return text === undefined || text === '' ? Number.NaN : Number(text)
}
