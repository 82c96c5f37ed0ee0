import { operationReason } from '@/messages/operations/operations.ts'
import { osUpdateText, supervisorUpdateText, updateRaceText } from '@/messages/operations/updates.ts'
import type { SystemDevice } from './os-update.queries.ts'
import { isUpdated, osUpdateClassifier, type OsRelease } from './os-update.ts'
import { supervisorOnItsWay, whyNotUpdateSupervisorTo, type SupervisorRelease } from './supervisor-update.ts'
import { systemUpdateState } from './system-update.ts'

/** The effect of an update on one device, as text. */
export interface UpdateVerdict {
  isUpdated: boolean
  text: string
  /** Skipped only because an update of the other kind is in progress. */
  isRace?: true
}

export interface VerdictOptions {
  /** The user agreed to run both kinds of updates at the same time. */
  includeUpdating: boolean
}

type VerdictOf = (device: SystemDevice) => UpdateVerdict

const leftOut = (text: string): UpdateVerdict => ({ isUpdated: false, text })
const race = (text: string): UpdateVerdict => ({ isUpdated: false, text, isRace: true })

/** Whether an OS update is in progress. */
export const isUpdatingOs = ({ provisioningProgress, provisioningState }: SystemDevice): boolean =>
  systemUpdateState({
    provisioning_progress: provisioningProgress,
    provisioning_state: provisioningState,
  }).kind === 'running'

function whyNotReady({ isFrozen, isProvisioned }: SystemDevice): string | undefined {
  if (isFrozen) return operationReason.frozen
  return isProvisioned ? undefined : operationReason.notProvisioned
}

/** The effect of an OS update on each device (docs/decisions/product-rules.md, 17). */
export function osVerdict(
  version: string,
  catalogue: readonly OsRelease[],
  { includeUpdating }: VerdictOptions,
): VerdictOf {
  const classOf = osUpdateClassifier(version, catalogue)
  return (device) => {
    const osClass = classOf(device)
    const text = osUpdateText.classes[osClass]
    if (!isUpdated(osClass)) return leftOut(text)
    const notReady = whyNotReady(device)
    if (notReady !== undefined) return leftOut(notReady)
    if (isUpdatingOs(device)) return leftOut(updateRaceText.osUnderWay)
    if (!includeUpdating && supervisorOnItsWay(device.supervisorVersion, device.supervisorTarget) !== null) {
      return race(updateRaceText.supervisorUnderWay)
    }
    return { isUpdated: true, text }
  }
}

/** The same for a supervisor update. */
export function supervisorVerdict(
  version: string,
  releases: readonly SupervisorRelease[],
  { includeUpdating }: VerdictOptions,
): VerdictOf {
  return (device) => {
    const whyNot = whyNotUpdateSupervisorTo(device, version, releases) ?? whyNotReady(device)
    if (whyNot !== undefined) return leftOut(whyNot)
    if (device.supervisorTarget === version) return leftOut(supervisorUpdateText.alreadyOnItsWay)
    if (!includeUpdating && isUpdatingOs(device)) return race(updateRaceText.osUnderWay)
    return { isUpdated: true, text: osUpdateText.classes.updatable }
  }
}

/** Devices with the same effect. */
export interface VerdictRow extends UpdateVerdict {
  devices: readonly SystemDevice[]
}

/** Groups devices by the effect of an update: those that are updated first, then the largest groups. */
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

/** The devices that are updated. */
export const updatedIn = (rows: readonly VerdictRow[]): readonly SystemDevice[] =>
  rows.flatMap(({ isUpdated: updated, devices }) => (updated ? devices : []))

/** Number of devices that are skipped only because an update of the other kind is in progress. */
export const racesIn = (rows: readonly VerdictRow[]): number =>
  rows.reduce((sum, { isRace, devices }) => sum + (isRace ? devices.length : 0), 0)
