import type { SystemDevice } from '@/domain/os-update/os-update.queries.ts'
import { supervisorOnItsWay } from '@/domain/os-update/supervisor-update.ts'
import { updateRaceText } from '@/messages/updates.ts'
import { isUpdatingOs } from '@/domain/os-update/update-verdict.ts'

/** What would meet an update of the operating system: a supervisor on its way. Undefined when nothing does. */
export function raceOfOsUpdate(devices: readonly SystemDevice[]): string | undefined {
  for (const { supervisorVersion, supervisorTarget } of devices) {
    const version = supervisorOnItsWay(supervisorVersion, supervisorTarget)
    if (version !== null) return updateRaceText.supervisorRuns(version)
  }
  return undefined
}

/** What would meet a supervisor update: an operating system that is being replaced. Undefined when nothing does. */
export function raceOfSupervisorUpdate(devices: readonly SystemDevice[]): string | undefined {
  return devices.some(isUpdatingOs) ? updateRaceText.osRuns : undefined
}
