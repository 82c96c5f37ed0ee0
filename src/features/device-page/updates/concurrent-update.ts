import type { SystemDevice } from '@/domain/os-update/os-update.queries.ts'
import { supervisorOnItsWay } from '@/domain/os-update/supervisor-update.ts'
import { isUpdatingOs } from '@/domain/os-update/update-verdict.ts'
import { updateRaceText } from '@/messages/operations/updates.ts'

/** A supervisor update that conflicts with an OS update; undefined if there is none. */
export function raceOfOsUpdate(devices: readonly SystemDevice[]): string | undefined {
  for (const { supervisorVersion, supervisorTarget } of devices) {
    const version = supervisorOnItsWay(supervisorVersion, supervisorTarget)
    if (version !== null) return updateRaceText.supervisorRuns(version)
  }
  return undefined
}

/** An OS update that conflicts with a supervisor update; undefined if there is none. */
export function raceOfSupervisorUpdate(devices: readonly SystemDevice[]): string | undefined {
  return devices.some(isUpdatingOs) ? updateRaceText.osRuns : undefined
}
