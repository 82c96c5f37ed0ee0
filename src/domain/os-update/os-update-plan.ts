import { osUpdateText } from '@/messages/operations/updates.ts'
import type { SystemDevice } from './os-update.queries.ts'
import { osChoices, takesOver, whyNotUpdateOs, type OsChoice, type OsRelease } from './os-update.ts'
import { compareOsVersions } from './os-version-order.ts'
import { osVerdict, updatedIn, verdictRows, type VerdictRow } from './update-verdict.ts'

/** The user's choices. */
export interface OsUpdateChoice {
  picked: string | null
  withEsr: boolean
  /** Consent that the disk is erased. */
  erase: boolean
  /** Consent to a conflict with a supervisor update. */
  includeUpdating: boolean
}

/** The effect of starting the update now. */
export interface OsUpdatePlan {
  choices: readonly OsChoice[]
  chosen: OsChoice | undefined
  /** The effect of the selected version on the devices. */
  rows: readonly VerdictRow[]
  /** Devices that would be updated. */
  targets: readonly SystemDevice[]
  /** How many of them lose the data on their disk. */
  takeovers: number
  /** For a single device: why it cannot be updated at all. */
  blocked: { reason: string; detail?: string } | undefined
  /** Why it cannot be started; undefined when it can. */
  reason: string | undefined
}

/** The versions, the selection, and the affected devices. */
export function osUpdatePlan(
  devices: readonly SystemDevice[],
  catalogue: readonly OsRelease[],
  { picked, withEsr, erase, includeUpdating }: OsUpdateChoice,
): OsUpdatePlan {
  const choices = osChoices(devices, catalogue, { withEsr })
  const chosen = chosenOf(choices, picked)
  const rows = chosen ? verdictRows(devices, osVerdict(chosen.version, catalogue, { includeUpdating })) : []
  const targets = updatedIn(rows)
  const takeovers = chosen?.takesOver ? takeoversIn(targets, chosen.version, catalogue) : 0
  const [first] = devices
  const blocked = devices.length === 1 && first ? whyNotUpdateOs(first, catalogue) : undefined
  const whyNot = () => {
    if (chosen === undefined) return osUpdateText.chooseFirst
    if (targets.length === 0) return osUpdateText.noneUpdatable
    return takeovers > 0 && !erase ? osUpdateText.takeoverFirst : undefined
  }
  return { choices, chosen, rows, targets, takeovers, blocked, reason: blocked?.reason ?? whyNot() }
}

/** The user's selection if it is available, else the recommended version. */
function chosenOf(choices: readonly OsChoice[], picked: string | null): OsChoice | undefined {
  const open = choices.filter(({ reason }) => reason === undefined)
  return open.find(({ version }) => version === picked) ?? open.find(({ isRecommended }) => isRecommended)
}

function takeoversIn(devices: readonly SystemDevice[], version: string, catalogue: readonly OsRelease[]) {
  const ways = catalogue.filter((release) => compareOsVersions(release.version, version) === 0)
  const known = new Map<string, boolean>()
  return devices.filter((device) => {
    const key = [device.deviceType, device.osVersion, device.osVariant].join('|')
    const found = known.get(key) ?? ways.some((release) => takesOver(device, release))
    known.set(key, found)
    return found
  }).length
}
