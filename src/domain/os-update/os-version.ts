import semver from 'semver'
import { osVersionNumber } from './os-version-number.ts'

/** Extended support: a major version above 2000, excluding 2000. */
export function isEsr(osVersion: string | null | undefined): boolean {
  const version = osVersionNumber(osVersion)
  return version !== null && (semver.coerce(version)?.major ?? 0) > 2000
}

/** Whether a version is at least `minimum`; false if it is invalid. */
export function isAtLeast(version: string | null | undefined, minimum: string): boolean {
  const parsed = semver.coerce(osVersionNumber(version))
  return parsed !== null && semver.gte(parsed, minimum)
}
