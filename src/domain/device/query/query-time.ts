const UNIT_MS = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
} as const

const AGE = /^(\d{1,6})([mhdw])$/
const DAY = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/**
 * Parses a time: `2026-11-20`, `2026-11-20T14:00Z`, or an age such as `30m`, `2h`, `7d`, `4w`, relative to now.
 * Undefined when it is invalid.
 */
export function parseQueryTime(text: string, now: number): number | undefined {
  const age = AGE.exec(text.toLowerCase())
  if (age) return now - Number(age[1]) * UNIT_MS[age[2] as keyof typeof UNIT_MS]
  if (!DAY.test(text)) return undefined
  const instant = Date.parse(/T/.test(text) && !/(Z|[+-]\d{2}:\d{2})$/.test(text) ? `${text}Z` : text)
  return Number.isNaN(instant) ? undefined : instant
}

/** Whether a text is an age, not a date. */
export function isAge(text: string): boolean {
  return AGE.test(text.toLowerCase())
}
