import { isUpdated, osUpdateClassifier, type OsRelease } from './os-update.ts'
import type { SystemDevice } from './os-update.queries.ts'
import { supervisorOnItsWay, whyNotUpdateSupervisorTo, type SupervisorRelease } from './supervisor-update.ts'
import { systemUpdateState } from './system-update.ts'
import { operationReason } from '@/messages/operations.ts'
import { osUpdateText, supervisorUpdateText, updateRaceText } from '@/messages/updates.ts'

/** What an update means for one device, in words. */
export interface UpdateVerdict {
  isUpdated: boolean
  text: string
  /** It is left out for this only: the other kind of update is under way, and the two would meet. */
  isRace?: true
}

export interface VerdictOptions {
  /** They agreed that both kinds of update may meet. */
  goOn: boolean
}

type VerdictOf = (device: SystemDevice) => UpdateVerdict

const leftOut = (text: string): UpdateVerdict => ({ isUpdated: false, text })
const race = (text: string): UpdateVerdict => ({ isUpdated: false, text, isRace: true })

/** Whether the device's operating system is being replaced. */
export const isUpdatingOs = ({ provisioningProgress, provisioningState }: SystemDevice): boolean =>
  systemUpdateState({
    provisioning_progress: provisioningProgress,
    provisioning_state: provisioningState,
  }).kind === 'running'

function whyNotReady({ isFrozen, isProvisioned }: SystemDevice): string | undefined {
  if (isFrozen) return operationReason.frozen
  return isProvisioned ? undefined : operationReason.notProvisioned
}

/** What an update of the operating system to a version means for each device (docs/decisions/product-rules.md, 17). */
export function osVerdict(
  version: string,
  catalogue: readonly OsRelease[],
  { goOn }: VerdictOptions,
): VerdictOf {
  const classOf = osUpdateClassifier(version, catalogue)
  return (device) => {
    const osClass = classOf(device)
    const text = osUpdateText.classes[osClass]
    if (!isUpdated(osClass)) return leftOut(text)
    const notReady = whyNotReady(device)
    if (notReady !== undefined) return leftOut(notReady)
    if (isUpdatingOs(device)) return leftOut(updateRaceText.osUnderWay)
    if (!goOn && supervisorOnItsWay(device.supervisorVersion, device.supervisorTarget) !== null) {
      return race(updateRaceText.supervisorUnderWay)
    }
    return { isUpdated: true, text }
  }
}

/** The same for a supervisor. */
export function supervisorVerdict(
  version: string,
  releases: readonly SupervisorRelease[],
  { goOn }: VerdictOptions,
): VerdictOf {
  return (device) => {
    const whyNot = whyNotUpdateSupervisorTo(device, version, releases) ?? whyNotReady(device)
    if (whyNot !== undefined) return leftOut(whyNot)
    if (device.supervisorTarget === version) return leftOut(supervisorUpdateText.alreadyOnItsWay)
    if (!goOn && isUpdatingOs(device)) return race(updateRaceText.osUnderWay)
    return { isUpdated: true, text: osUpdateText.classes.updatable }
  }
}

/** Devices for which an update means the same. */
export interface VerdictRow extends UpdateVerdict {
  devices: readonly SystemDevice[]
}

/** What an update means for the devices: those that are updated first, then the largest groups. */
export function verdictRows(devices: readonly SystemDevice[], verdictOf: VerdictOf): VerdictRow[] {
  const rows = new Map<string, UpdateVerdict & { devices: SystemDevice[] }>()
  for (const device of devices) {
    const verdict = verdictOf(device)
    const row = rows.get(verdict.text)
    if (row) row.devices.push(device)
    else rows.set(verdict.text, { ...verdict, devices: [device] })
  }
  return [...rows.values()].toSorted(
    (one, other) =>
      Number(other.isUpdated) - Number(one.isUpdated) || other.devices.length - one.devices.length,
  )
}

/** The devices of the rows that are updated. */
export const updatedIn = (rows: readonly VerdictRow[]): readonly SystemDevice[] =>
  rows.flatMap(({ isUpdated: updated, devices }) => (updated ? devices : []))

/** How many devices are left out only because the other kind of update is under way. */
export const racesIn = (rows: readonly VerdictRow[]): number =>
  rows.reduce((sum, { isRace, devices }) => sum + (isRace ? devices.length : 0), 0)
