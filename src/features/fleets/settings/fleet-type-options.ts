import semver from 'semver'
import { osVersionNumber } from '@/domain/os-update/os-version-number.ts'

/** What stands in the way of a type, if anything. */
export type TypeOptionState =
  | 'ok'
  | 'noVersionDiscontinued'
  | 'noVersionUpcoming'
  | 'needsPlanUpgrade'
  | 'needsMulticontainerSupport'

export interface ApplicationTypeRow {
  supports_multicontainer: boolean
  requires_payment: boolean
  needs__os_version_range: string | null
}

export interface TypeSetting {
  current: Pick<ApplicationTypeRow, 'supports_multicontainer'>
  /** Of the operating system for the fleet's device type; undefined while not known. */
  osVersions: readonly string[] | undefined
  /** Undefined for who cannot see it: the platform decides then. */
  isFreePlan: boolean | undefined
}

/** Whether a fleet can be given a type, and if not why. Only `ok` can be chosen. */
export function typeOptionState(
  type: ApplicationTypeRow,
  { current, osVersions, isFreePlan }: TypeSetting,
): TypeOptionState {
  if (current.supports_multicontainer && !type.supports_multicontainer) return 'needsMulticontainerSupport'
  const versions = osVersions?.map((version) => osVersionNumber(version) ?? version)
  const range = type.needs__os_version_range
  if (range !== null && versions && !versions.some((version) => semver.satisfies(version, range))) {
    // All there is came after what the type runs on: it will not come back. Otherwise it is still to come.
    const isOver = versions.length > 0 && versions.every((version) => semver.gtr(version, range))
    return isOver ? 'noVersionDiscontinued' : 'noVersionUpcoming'
  }
  if (type.requires_payment && isFreePlan === true) return 'needsPlanUpgrade'
  return 'ok'
}
