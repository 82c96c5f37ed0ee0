import { chooseMembers, type Candidate, type MemberGroup } from './rollout-members.ts'
import { untilWindow, type LimitKind, type RolloutLimit, type RolloutPlan } from './rollout-plan.ts'

/** `aborting`: devices are pinned back, until `aborted`. */
export type RolloutStatus = 'running' | 'paused' | 'aborting' | 'aborted' | 'done'

/** `waiting`: for its start time; `pinning`: its devices are pinned; `watching`: they are updating. */
export type StagePhase = 'waiting' | 'pinning' | 'watching' | 'ended' | 'skipped'

/** The progress of a device. Each device is in exactly one group. `left`: no longer part of the rollout. */
export const stageGroups = ['landed', 'updating', 'waiting', 'failed', 'unseen', 'left'] as const
export type StageGroup = (typeof stageGroups)[number]

/** Why a device failed or left. */
export const stageCauses = [
  'rejected',
  'aborted',
  'crash-looping',
  'gone',
  'pinned-elsewhere',
  'frozen',
] as const
export type StageCause = (typeof stageCauses)[number]

export type StageCounts = Record<StageGroup, number>

export interface StageState {
  phase: StagePhase
  /** Start of the current phase. */
  since: number
  /** When its devices were selected. */
  began?: number
  /** Undefined until the stage starts. */
  members?: readonly MemberGroup[]
  counts: StageCounts
  causes: Partial<Record<StageCause, number>>
  /** By index of a limit in the plan: the number of devices when a user resumed beyond the limit. */
  tolerated: Record<string, number>
}

/** Why a rollout is paused or aborting. */
export type RolloutReason =
  | { kind: 'person' }
  | { kind: 'limit'; limit: number; stage: number; count: number; of: number }
  | { kind: 'release-gone' | 'release-invalidated' | 'rights' }
  /** The stage ended without an updated device. */
  | { kind: 'none-landed'; stage: number }
  /** The platform rejected a pin, with its message. */
  | { kind: 'refused'; text: string }

export type RolloutAction = 'pause' | 'resume' | 'skip' | 'abort'

export interface RolloutEvent {
  at: number
  what:
    | 'created'
    | RolloutAction
    | 'stage-began'
    | 'stage-ended'
    | 'stopped'
    | 'aborted'
    | 'done'
    | 'taken-over'
  /** The user; undefined: the rollout itself. */
  by?: string
  stage?: number
  count?: number
  reason?: RolloutReason
}

export interface RolloutState {
  id: string
  release: { id: number; label: string }
  plan: RolloutPlan
  status: RolloutStatus
  reason?: RolloutReason
  /** Index of the current stage; the number of stages when all have ended. */
  stage: number
  stages: readonly StageState[]
  history: readonly RolloutEvent[]
}

/** The state of a device as reported by the platform. */
export interface SeenDevice {
  uuid: string
  name: string
  pin: number | null
  runs: number | null
  update: string | null
  /** Time of `update`; null: unknown. */
  updateAt: number | null
  online: boolean
  /** Time of its last connectivity event. */
  seen: number | null
  frozen: boolean
  /** A service is down; `restarting`: it restarts repeatedly. */
  down: boolean
  restarting: boolean
}

export interface Observation {
  release: 'there' | 'gone' | 'invalidated'
  /** The devices of started stages that are still in the fleet, by id. */
  devices: ReadonlyMap<number, SeenDevice>
  /** The devices of the plan; present only if `wantsCandidates`. */
  candidates?: readonly Candidate[]
}

/** Pins devices from one release to another. Those with another pin do not change. */
export interface PinCommand {
  stage: number
  ids: readonly number[]
  from: number | null
  to: number | null
}

/** What a runner remembers between two steps. It is not stored: another runner starts without it. */
export interface Memory {
  /** Since when a device has run the release without problems. */
  healthySince: ReadonlyMap<number, number>
  landed: ReadonlySet<number>
  /** Number of consecutive steps at which a service was down. */
  downPolls: ReadonlyMap<number, number>
}

export const noMemory: Memory = { healthySince: new Map(), landed: new Set(), downPolls: new Map() }

export interface Step {
  state: RolloutState
  commands: readonly PinCommand[]
  memory: Memory
}

const MINUTE = 60_000
const MAX_EVENTS = 40
/** A service that is down at two consecutive steps counts as crash-looping. */
const DOWN_POLLS = 2
const COUNTED_AT_ONCE = 5_000

export const isOver = ({ status }: Pick<RolloutState, 'status'>): boolean =>
  status === 'aborted' || status === 'done'

const noCounts = (): StageCounts => ({ landed: 0, updating: 0, waiting: 0, failed: 0, unseen: 0, left: 0 })

export const withEvent = (state: RolloutState, event: RolloutEvent): RolloutState => ({
  ...state,
  history: [...state.history, event].slice(-MAX_EVENTS),
})

/** The events after the last known one. All, if the history, which keeps only its newest events, does not contain it. */
export function eventsAfter(
  history: readonly RolloutEvent[],
  known: RolloutEvent | undefined,
): readonly RolloutEvent[] {
  const key = JSON.stringify(known)
  return history.slice(history.findLastIndex((event) => JSON.stringify(event) === key) + 1)
}

const updateStage = (state: RolloutState, at: number, change: Partial<StageState>): RolloutState => ({
  ...state,
  stages: state.stages.map((stage, index) => (index === at ? { ...stage, ...change } : stage)),
})

export function newRollout(
  { id, release, plan }: Pick<RolloutState, 'id' | 'release' | 'plan'>,
  by: string,
  now: number,
): RolloutState {
  return {
    id,
    release,
    plan,
    status: 'running',
    stage: 0,
    stages: plan.stages.map(() => ({
      phase: 'waiting',
      since: now,
      counts: noCounts(),
      causes: {},
      tolerated: {},
    })),
    history: [{ at: now, what: 'created', by }],
  }
}

/** Milliseconds until the current stage may start; null: it may. */
export function stageWaits({ plan, stages, stage }: RolloutState, now: number): number | null {
  const [planned, state] = [plan.stages[stage], stages[stage]]
  if (planned === undefined || state?.phase !== 'waiting') return null
  const wait = (planned.wait ?? 0) * MINUTE - Math.max(0, now - state.since)
  const left = wait > 0 ? wait : untilWindow(planned, now)
  return left > 0 ? left : null
}

/** Whether the next step selects the devices of a stage and needs the candidates. */
export const needsCandidates = (state: RolloutState, now: number): boolean =>
  state.status === 'running' &&
  state.stages[state.stage]?.phase === 'waiting' &&
  stageWaits(state, now) === null

export const memberIds = (stage: StageState): number[] => (stage.members ?? []).flatMap(({ ids }) => ids)

/** The devices of all started stages. */
export const allMembers = ({ stages }: Pick<RolloutState, 'stages'>): Set<number> =>
  new Set(stages.flatMap(memberIds))

/** One step of a rollout: returns its next state and the devices to pin. A pure function. */
export function step(
  before: RolloutState,
  memory: Memory,
  seen: Observation,
  now: number,
  tally: Tally = runToEnd(tallyInSlices(before, memory, seen, now)),
): Step {
  if (isOver(before)) return { state: before, commands: [], memory }
  let state: RolloutState = {
    ...before,
    stages: before.stages.map((stage, at) => ({ ...stage, ...tally.stages[at] })),
  }
  if (state.status === 'running') {
    const reason = reasonToStop(state, seen)
    if (reason !== undefined) state = stop(state, reason, now)
  }
  if (state.status === 'running') state = advance(state, seen, now)
  if (state.status === 'aborting') {
    const commands = restoreCommands(state, seen)
    if (commands.length > 0) return { state, commands, memory: tally.memory }
    return {
      state: withEvent({ ...state, status: 'aborted' }, { at: now, what: 'aborted' }),
      commands,
      memory: tally.memory,
    }
  }
  return {
    state,
    commands: state.status === 'running' ? pinCommands(state, seen, now) : [],
    memory: tally.memory,
  }
}

function stop(state: RolloutState, reason: RolloutReason, now: number): RolloutState {
  const aborts = reason.kind === 'limit' && state.plan.limits[reason.limit]?.action === 'abort'
  return withEvent(
    { ...state, status: aborts ? 'aborting' : 'paused', reason },
    { at: now, what: 'stopped', reason, stage: state.stage },
  )
}

/** Pauses a rollout that the platform rejects. */
export const stoppedBy = (state: RolloutState, reason: RolloutReason, now: number): RolloutState =>
  isOver(state) || state.status === 'paused' ? state : stop(state, reason, now)

function reasonToStop(state: RolloutState, { release }: Observation): RolloutReason | undefined {
  if (release !== 'there') return { kind: release === 'gone' ? 'release-gone' : 'release-invalidated' }
  for (const [stage, { members, counts, causes, tolerated, phase }] of state.stages.entries()) {
    if (members === undefined || phase === 'skipped') continue
    const of = stageGroups.reduce((sum, group) => sum + counts[group], -counts.left)
    for (const [limit, planned] of state.plan.limits.entries()) {
      const count = countOf(planned.of, counts, causes)
      if (exceeds(planned, count, of) && count > (tolerated[limit] ?? 0))
        return { kind: 'limit', limit, stage, count, of }
    }
  }
  return undefined
}

/** The number of devices that a limit counts. */
function countOf(kind: LimitKind, counts: StageCounts, causes: StageState['causes']): number {
  switch (kind) {
    case 'failed':
      return counts.failed
    case 'not-seen':
      return counts.unseen
    default:
      return causes[kind] ?? 0
  }
}

const exceeds = ({ percent, number }: RolloutLimit, count: number, of: number): boolean =>
  percent === undefined ? count > (number ?? 0) : count * 100 > percent * of

/** Starts or ends the current stage, if it is time to. */
function advance(before: RolloutState, seen: Observation, now: number): RolloutState {
  let state = before
  const { candidates } = seen
  const current = state.stages[state.stage]
  if (current === undefined) return withEvent({ ...state, status: 'done' }, { at: now, what: 'done' })
  const planned = state.plan.stages[state.stage]
  if (current.phase === 'waiting' && candidates !== undefined && planned !== undefined) {
    if (stageWaits(state, now) !== null) return state
    const members = chooseMembers(state, planned, candidates, allMembers(state))
    const count = members.reduce((sum, { ids }) => sum + ids.length, 0)
    state = updateStage(state, state.stage, {
      phase: 'pinning',
      since: now,
      began: now,
      members,
      counts: { ...noCounts(), waiting: count },
    })
    return withEvent(state, { at: now, what: 'stage-began', stage: state.stage, count })
  }
  if (current.phase === 'pinning' && unpinned(current, seen).every(({ ids }) => ids.length === 0))
    state = updateStage(state, state.stage, { phase: 'watching', since: now })
  const { phase, counts } = state.stages[state.stage] ?? current
  if (phase !== 'watching' || counts.updating + counts.waiting > 0) return state
  if (counts.landed === 0 && counts.failed + counts.unseen > 0)
    return stop(state, { kind: 'none-landed', stage: state.stage }, now)
  return nextStage(state, 'ended', now)
}

function nextStage(state: RolloutState, phase: 'ended' | 'skipped', now: number): RolloutState {
  const { stage } = state
  const finished = updateStage(state, stage, { phase, since: now })
  const next = updateStage({ ...finished, stage: stage + 1 }, stage + 1, { since: now })
  if (phase === 'skipped') return next
  const ended = withEvent(next, { at: now, what: 'stage-ended', stage })
  return next.stage < next.stages.length
    ? ended
    : withEvent({ ...ended, status: 'done' }, { at: now, what: 'done' })
}

/** Members that still have the pin they had before. */
function unpinned({ members = [] }: StageState, { devices }: Observation): MemberGroup[] {
  return members.map(({ from, ids }) => ({
    from,
    ids: ids.filter((id) => {
      const device = devices.get(id)
      return device !== undefined && !device.frozen && device.pin === from
    }),
  }))
}

function pinCommands(state: RolloutState, seen: Observation, now: number): PinCommand[] {
  const [current, planned] = [state.stages[state.stage], state.plan.stages[state.stage]]
  if (current?.phase !== 'pinning' || planned === undefined || untilWindow(planned, now) > 0) return []
  // Devices that were selected in this step are not in `seen.devices` yet.
  const groups = seen.candidates === undefined ? unpinned(current, seen) : (current.members ?? [])
  return groups
    .filter(({ ids }) => ids.length > 0)
    .map(({ from, ids }) => ({ stage: state.stage, ids, from, to: state.release.id }))
}

/** Commands that restore the devices that are still pinned to the rollout's release. */
function restoreCommands({ stages, release }: RolloutState, { devices }: Observation): PinCommand[] {
  return stages.flatMap(({ members = [] }, stage) =>
    members
      .map(({ from, ids }) => ({
        stage,
        from: release.id,
        to: from,
        ids: ids.filter((id) => {
          const device = devices.get(id)
          return device !== undefined && !device.frozen && device.pin === release.id
        }),
      }))
      .filter(({ ids }) => ids.length > 0),
  )
}

export interface Tally {
  stages: readonly Pick<StageState, 'counts' | 'causes'>[]
  /** The group of each device of a started stage; undefined while devices are pinned back. */
  groups: ReadonlyMap<number, StageGroup> | undefined
  memory: Memory
}

/** Counts the devices of started stages. Yields after each slice, so that a page can render in between. */
export function* tallyInSlices(
  state: RolloutState,
  before: Memory,
  { devices }: Observation,
  now: number,
): Generator<void, Tally> {
  // While devices are pinned back, the counts stay as they were when the rollout was aborted.
  if (state.status === 'aborting') return { stages: state.stages, groups: undefined, memory: before }
  const memory = {
    healthySince: new Map<number, number>(),
    landed: new Set<number>(),
    downPolls: new Map<number, number>(),
  }
  const stages: Tally['stages'][number][] = []
  const groups = new Map<number, StageGroup>()
  let done = 0
  for (const stage of state.stages) {
    const counts = noCounts()
    const causes: StageState['causes'] = {}
    for (const { ids } of stage.members ?? []) {
      for (const id of ids) {
        const { group, cause } = groupOf(id, stage)
        counts[group]++
        groups.set(id, group)
        if (cause !== undefined) causes[cause] = (causes[cause] ?? 0) + 1
        if (++done % COUNTED_AT_ONCE === 0) yield
      }
    }
    stages.push({ counts, causes })
  }
  return { stages, groups, memory }

  function groupOf(
    id: number,
    { phase, since, began = since }: StageState,
  ): { group: StageGroup; cause?: StageCause } {
    const device = devices.get(id)
    if (device === undefined) return { group: 'left', cause: 'gone' }
    if (device.frozen) return { group: 'left', cause: 'frozen' }
    if (device.pin !== state.release.id)
      return phase === 'pinning' ? { group: 'waiting' } : { group: 'left', cause: 'pinned-elsewhere' }
    const runs = device.runs === state.release.id
    const polls = runs && device.down ? (before.downPolls.get(id) ?? 0) + 1 : 0
    if (polls > 0) memory.downPolls.set(id, polls)
    const failure = failureOf(device, runs, polls, began)
    if (failure !== undefined) return { group: 'failed', cause: failure }
    if (runs && before.landed.has(id)) {
      memory.landed.add(id)
      return { group: 'landed' }
    }
    const unseenSince = Math.max(device.seen ?? 0, began)
    if (!device.online && now - unseenSince >= state.plan.notSeenMinutes * MINUTE) return { group: 'unseen' }
    if (runs && device.online && !device.down) {
      const since = before.healthySince.get(id) ?? now
      memory.healthySince.set(id, since)
      if (now - since < state.plan.healthyMinutes * MINUTE) return { group: 'updating' }
      memory.landed.add(id)
      return { group: 'landed' }
    }
    const isUpdating = runs || device.update === 'downloading' || device.update === 'applying changes'
    return { group: isUpdating && device.online ? 'updating' : 'waiting' }
  }
}

/** Runs the generator to its end. */
function runToEnd(parts: Generator<void, Tally>): Tally {
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value
  }
}

/** Why a device failed. `looks`: number of consecutive steps at which a service was down. */
function failureOf(
  device: SeenDevice,
  runs: boolean,
  polls: number,
  began: number,
): 'crash-looping' | 'rejected' | 'aborted' | undefined {
  if (runs) return device.restarting || polls >= DOWN_POLLS ? 'crash-looping' : undefined
  const isRecent = device.updateAt === null || device.updateAt >= began
  return isRecent && (device.update === 'rejected' || device.update === 'aborted') ? device.update : undefined
}

/** Whether a user may perform this action now. */
export function canDo({ status, stage, stages }: RolloutState, action: RolloutAction): boolean {
  switch (action) {
    case 'pause':
      return status === 'running'
    case 'resume':
      return status === 'paused'
    case 'skip':
      return (status === 'running' || status === 'paused') && stage < stages.length
    case 'abort':
      return status === 'running' || status === 'paused'
  }
}

/** Performs the action of a user. Resuming accepts the current counts of all limits. */
export function act(before: RolloutState, action: RolloutAction, by: string, now: number): RolloutState {
  if (!canDo(before, action)) return before
  const { reason: _, ...state } = withEvent(before, { at: now, what: action, by, stage: before.stage })
  switch (action) {
    case 'pause':
      return { ...state, status: 'paused', reason: { kind: 'person' } }
    case 'resume':
      return {
        ...state,
        status: 'running',
        stages: state.stages.map((stage) => withTolerated(stage, state.plan)),
      }
    case 'skip':
      return { ...nextStage(before, 'skipped', now), history: state.history }
    case 'abort':
      return { ...state, status: 'aborting', reason: { kind: 'person' } }
  }
}

const withTolerated = (stage: StageState, { limits }: RolloutPlan): StageState => ({
  ...stage,
  tolerated: Object.fromEntries(
    limits.map(({ of }, limit) => [
      limit,
      Math.max(stage.tolerated[limit] ?? 0, countOf(of, stage.counts, stage.causes)),
    ]),
  ),
})
