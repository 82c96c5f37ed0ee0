import { offers } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import { pause as sleep } from '@/api/request-limit.ts'
import { chunks } from '@/lib/chunks.ts'
import type { RolloutPlatform } from './rollout-platform.ts'
import { RolloutUnreadable, type Kept, type Runner } from './rollout-record.ts'
import { RolloutMoved, type RolloutStore } from './rollout-store.ts'
import {
  act,
  isOver,
  memberIds,
  newRollout,
  noMemory,
  step,
  stoppedBy,
  tallyInSlices,
  needsCandidates,
  withEvent,
  type Memory,
  type PinCommand,
  type RolloutAction,
  type RolloutReason,
  type RolloutState,
  type SeenDevice,
  type StageGroup,
} from './rollout.ts'

/** A runner that has not written a heartbeat for this time counts as lost. */
export const RUNNER_LOST_MS = 3 * 60_000
/** Interval of the heartbeats of a runner, in real time. */
const HEARTBEAT_MS = 30_000
/** Devices that are pinned before the runner checks for actions of users again. */
const PINS_AT_ONCE = 4_000
const POLL_EVERY_MS = 5_000
/** Shorter wait after a step that changed something, as the next change may follow at once. */
const AFTER_CHANGE_MS = 1_000
const DEVICES_PER_POLL = 2_000
const SLOWEST_POLL_MS = 60_000
const AFTER_TROUBLE_MS = [5_000, 15_000, 60_000]

/**
 * Why a runner stopped: the rollout ended, another runner took over, it was deleted, its tags are invalid, or access was
 * denied.
 */
export type RunnerEnd = 'over' | 'taken-over' | 'gone' | 'unreadable' | 'rights'

/** The devices of the started stages, by id, as a runner has seen them. */
export interface SeenMembers {
  devices: ReadonlyMap<number, SeenDevice>
  groups: ReadonlyMap<number, StageGroup>
}

export interface RolloutPoll {
  kept: Kept | null
  /** Undefined if nothing was seen, and while devices are pinned back. */
  members?: SeenMembers | undefined
  end?: RunnerEnd
  /** An error after which the runner continues. */
  trouble?: unknown
}

export interface RunnerOptions {
  store: RolloutStore
  platform: RolloutPlatform
  runner: Runner
  realNow?: () => number
}

/** After this many refusals in a row, a runner stops on a platform that also answers so when it is overloaded. */
const MAX_REFUSALS = 5

/** `refusals`: how many there were in a row, with this one. */
function isDenied(error: unknown, refusals: number): boolean {
  if (isApiError(error, 'forbidden') || isApiError(error, 'stale-session')) return true
  return isApiError(error, 'unauthorized') && (offers('roles') || refusals >= MAX_REFUSALS)
}

/** Whether to retry later. */
const isTemporary = (error: unknown) =>
  isApiError(error) &&
  ['network', 'timeout', 'unavailable', 'rate-limited', 'server', 'locked'].includes(error.kind)

/** 12 hexadecimal digits. */
export const drawRunnerId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Runs the rollout of one fleet, step by step. */
export class RolloutRunner {
  readonly #options: Required<RunnerOptions>
  #memory: Memory = noMemory
  #written: { kept: Kept; at: number } | null = null
  #troubles = 0
  #refusals = 0
  hasChanged = false

  constructor(options: RunnerOptions) {
    this.#options = { realNow: Date.now, ...options }
  }

  /** @throws RolloutMoved if a rollout is already running */
  async create(start: Pick<RolloutState, 'release' | 'plan'>): Promise<Kept> {
    const { store, runner } = this.#options
    const id = drawRunnerId().slice(0, 8)
    const kept = await store.create(newRollout({ id, ...start }, runner.name, store.now()))
    this.#note(kept)
    return kept
  }

  /** Continues the running rollout in place of its runner. @throws RolloutUnreadable */
  async takeOver(): Promise<Kept | null> {
    const { store, runner } = this.#options
    const kept = await store.read()
    if (kept === null || isOver(kept.state) || kept.runner.id === runner.id) return kept
    return this.#save(kept, withEvent(kept.state, { at: store.now(), what: 'taken-over', by: runner.name }))
  }

  #note(kept: Kept): void {
    this.#written = { kept, at: this.#options.realNow() }
  }

  async #save(from: Kept, state: RolloutState): Promise<Kept> {
    const kept = await this.#options.store.save(from, state)
    this.#note(kept)
    return kept
  }

  /** Reads the state once and performs the next step. Throws only if the signal aborts. */
  async poll(signal?: AbortSignal): Promise<RolloutPoll> {
    let kept: Kept | null = null
    this.hasChanged = false
    try {
      kept = await this.#options.store.read(signal)
      if (kept === null) return { kept, end: 'gone' }
      if (isOver(kept.state)) return { kept, end: 'over' }
      if (kept.runner.id !== this.#options.runner.id) return { kept, end: 'taken-over' }
      const polled = await this.step(kept, signal)
      this.#troubles = 0
      this.#refusals = 0
      return polled
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof RolloutUnreadable) return { kept, end: 'unreadable', trouble: error }
      // Somebody else wrote the rollout; the next step reads it again.
      if (error instanceof RolloutMoved) return { kept }
      this.#troubles++
      this.#refusals = isApiError(error, 'unauthorized') ? this.#refusals + 1 : 0
      if (isDenied(error, this.#refusals)) return { kept, end: 'rights', trouble: error }
      return { kept, trouble: error }
    }
  }

  async step(before: Kept, signal?: AbortSignal): Promise<RolloutPoll> {
    const { platform, store, realNow } = this.#options
    const seen = await platform.observe(before.state, signal)
    const candidates = needsCandidates(before.state, store.now())
      ? await platform.candidates(before.state.plan, before.state.release.id, signal)
      : undefined
    const observation = { ...seen, ...(candidates === undefined ? {} : { candidates }) }
    const now = store.now()
    const counting = tallyInSlices(before.state, this.#memory, observation, now)
    let part = counting.next()
    for (; !part.done; part = counting.next()) await sleep(0, signal)
    const { groups } = part.value
    const members = groups && { devices: seen.devices, groups }
    const { state, commands, memory } = step(before.state, this.#memory, observation, now, part.value)
    this.#memory = memory
    const isDue = this.#written === null || realNow() - this.#written.at >= HEARTBEAT_MS
    // The state is written before devices are pinned, so that another runner can continue with the original pins.
    const isChanged = JSON.stringify(essentials(before.state)) !== JSON.stringify(essentials(state))
    this.hasChanged = isChanged || commands.length > 0
    let kept =
      isDue || isChanged || commands.length > 0 ? await this.#save(before, state) : { ...before, state }
    for (const [index, command] of slices(commands).entries()) {
      if (index > 0) kept = await this.#save(kept, state)
      const refusal = await this.#pin(command, signal)
      if (refusal === undefined) continue
      kept = await this.#save(kept, stoppedBy(kept.state, refusal, store.now()))
      return { kept, members }
    }
    if (!isOver(kept.state)) return { kept, members }
    await store.conclude(kept.state).catch(() => {})
    return { kept, end: 'over', members }
  }

  /** Why the platform rejected the pins. Throws temporary errors; the next step retries. */
  async #pin(command: PinCommand, signal?: AbortSignal): Promise<RolloutReason | undefined> {
    try {
      await this.#options.platform.pin(command, signal)
      return undefined
    } catch (error) {
      if (isDenied(error, this.#refusals + 1)) return { kind: 'rights' }
      if (!isApiError(error) || error.kind === 'unauthorized' || isTemporary(error)) throw error
      return { kind: 'refused', text: error.message.slice(0, 300) }
    }
  }

  /** Milliseconds until the next step. */
  waitMs({ kept, trouble }: RolloutPoll): number {
    if (trouble !== undefined)
      return AFTER_TROUBLE_MS[Math.min(this.#troubles, AFTER_TROUBLE_MS.length) - 1] ?? POLL_EVERY_MS
    const devices = kept?.state.stages.reduce((sum, stage) => sum + memberIds(stage).length, 0) ?? 0
    const everyMs = this.hasChanged ? AFTER_CHANGE_MS : POLL_EVERY_MS
    return Math.min(SLOWEST_POLL_MS, everyMs * Math.max(1, Math.ceil(devices / DEVICES_PER_POLL)))
  }
}

/** Changes of these are written at once; device counts wait for the next heartbeat. */
const essentials = ({ status, reason, stage, stages, history }: RolloutState) => [
  status,
  reason,
  stage,
  history.length,
  history.at(-1),
  stages.map(({ phase }) => phase),
]

const slices = (commands: readonly PinCommand[]): PinCommand[] =>
  commands.flatMap((command) => chunks(command.ids, PINS_AT_ONCE).map((ids) => ({ ...command, ids })))

/** Writes the action of a user to the rollout, where its runner reads it. @throws RolloutMoved, RolloutUnreadable */
export async function requestRolloutAction(
  store: RolloutStore,
  action: RolloutAction,
  by: string,
): Promise<Kept | null> {
  const kept = await store.read()
  return kept === null ? null : store.save(kept, act(kept.state, action, by, store.now()), kept)
}
