import {
  classifyOsUpdates,
  isUpdated,
  osChoices,
  whyNotUpdateOs,
  type OsChoice,
  type OsRelease,
  type OsUpdateClass,
  type OsUpdateDevice,
} from '@/domain/os-update.ts'
import type { SystemDevice } from '@/domain/os-update.queries.ts'
import { osUpdateText } from '@/messages/updates.ts'

/** What the person has decided so far. */
export interface OsUpdateWish {
  picked: string | null
  withEsr: boolean
  /** They agreed that the disk may be erased. */
  erase: boolean
}

/** What would happen if the update were started now. */
export interface OsUpdatePlan {
  choices: readonly OsChoice[]
  chosen: OsChoice | undefined
  classes: ReadonlyMap<OsUpdateClass, readonly OsUpdateDevice[]>
  /** Those that would be updated. */
  targets: readonly SystemDevice[]
  takesOver: boolean
  /** Why the one device there is cannot be updated to anything. */
  blocked: { reason: string; detail?: string } | undefined
  /** Why it cannot be started; undefined when it can. */
  reason: string | undefined
}

/** The update as the person wishes it: what is offered, what is chosen, and whom it reaches (spec 2 §4, §5). */
export function osUpdatePlan(
  devices: readonly SystemDevice[],
  catalogue: readonly OsRelease[],
  { picked, withEsr, erase }: OsUpdateWish,
): OsUpdatePlan {
  const choices = osChoices(devices, catalogue, { withEsr })
  const chosen = chosenOf(choices, picked)
  const classes = classifyOsUpdates(chosen ? devices : [], chosen?.version ?? '', catalogue)
  const updated = new Set(
    [...classes].flatMap(([osClass, those]) => (isUpdated(osClass) ? those.map(({ id }) => id) : [])),
  )
  const targets = devices.filter(({ id }) => updated.has(id))
  const takesOver = chosen?.takesOver === true && targets.length > 0
  const [first] = devices
  const blocked = devices.length === 1 && first ? whyNotUpdateOs(first, catalogue) : undefined
  const whyNot = () => {
    if (chosen === undefined) return osUpdateText.chooseFirst
    if (targets.length === 0) return osUpdateText.noneUpdatable
    return takesOver && !erase ? osUpdateText.takeoverFirst : undefined
  }
  return { choices, chosen, classes, targets, takesOver, blocked, reason: blocked?.reason ?? whyNot() }
}

/** What the person picked, as long as it is offered; else what is recommended. */
function chosenOf(choices: readonly OsChoice[], picked: string | null): OsChoice | undefined {
  const open = choices.filter(({ reason }) => reason === undefined)
  return open.find(({ version }) => version === picked) ?? open.find(({ isRecommended }) => isRecommended)
}
