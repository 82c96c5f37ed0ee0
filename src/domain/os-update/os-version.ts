import semver from 'semver'
import { osVersionNumber } from './os-version-number.ts'

/** Extended support: major above 2000; 2000 itself is not. */
export function isEsr(osVersion: string | null | undefined): boolean {
  const version = osVersionNumber(osVersion)
  return version !== null && (semver.coerce(version)?.major ?? 0) > 2000
}

/** Whether a version text is at least `minimum`; false when it cannot be read. */
export function isAtLeast(version: string | null | undefined, minimum: string): boolean {
  const parsed = semver.coerce(osVersionNumber(version))
  return parsed !== null && semver.gte(parsed, minimum)
}
