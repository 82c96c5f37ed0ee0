import semver from 'semver'
import { compareOsVersions, isOsVersion } from '@/domain/os-update/os-version-order.ts'
import type { Order } from './query-fields.ts'

/** A version with three numbers: `6.1` is 6.1.0. Null if it has none. */
function wholeVersion(text: string): string | null {
  return isOsVersion(text) ? text : (semver.coerce(text)?.version ?? null)
}

/** Negative if the first version is older; undefined if one of them is unreadable. */
function compared(one: string, other: string): number | undefined {
  const [a, b] = [wholeVersion(one), wholeVersion(other)]
  return a === null || b === null ? undefined : compareOsVersions(a, b)
}

/** Whether a version is older or newer than another one, as asked. An unreadable one is neither. */
export function isInOrder(version: string, order: Order, than: string): boolean {
  const by = compared(version, than)
  if (by === undefined) return false
  switch (order) {
    case '<':
      return by < 0
    case '<=':
      return by <= 0
    case '>':
      return by > 0
    case '>=':
      return by >= 0
  }
}

/** Whether two texts are the same version: `balenaOS 6.1.0` and `6.1.0`. */
export const isSameVersion = (one: string, other: string): boolean => compared(one, other) === 0
