import semver from 'semver'
import { osVersionNumber } from '@/domain/os-update/os-version-number.ts'

/** The reason why a type cannot be selected, or `ok`. */
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
  /** OS versions for the device type of the fleet; undefined while unknown. */
  osVersions: readonly string[] | undefined
  /** Undefined if the user cannot see it: the platform decides then. */
  isFreePlan: boolean | undefined
}

/** Whether a fleet can have a type. Only `ok` can be selected. */
export function typeOptionState(
  type: ApplicationTypeRow,
  { current, osVersions, isFreePlan }: TypeSetting,
): TypeOptionState {
  if (current.supports_multicontainer && !type.supports_multicontainer) return 'needsMulticontainerSupport'
  const versions = osVersions?.map((version) => osVersionNumber(version) ?? version)
  const range = type.needs__os_version_range
  if (range !== null && versions && !versions.some((version) => semver.satisfies(version, range))) {
    // If all versions are newer than the range, support was discontinued. Otherwise it is upcoming.
    const isOver = versions.length > 0 && versions.every((version) => semver.gtr(version, range))
    return isOver ? 'noVersionDiscontinued' : 'noVersionUpcoming'
  }
  if (type.requires_payment && isFreePlan === true) return 'needsPlanUpgrade'
  return 'ok'
}
