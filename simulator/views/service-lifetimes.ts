import type { Instant } from '../base/clock.ts'
import type { ServicePlan } from '../definition/world-definition.ts'
import { applySteps, clearSteps } from '../device/apply-steps.ts'
import { isPhase, type DeviceEvent } from '../device/event-history.ts'
import { isInTouch } from '../device/link.ts'
import { serviceFailureOf, bootRuns, type ServiceFailure, type ServiceRun } from '../device/services.ts'
import type { Update, UpdateParameters } from '../device/update.ts'
import { updateParameters } from '../engine/device-parameters.ts'
import { idAt } from '../state/columns.ts'
import {
  firstRunningSince,
  provisionedAt,
  readLink,
  profileOf,
  type WorldState,
} from '../state/world-state.ts'

/** A period in which one service ran without interruption. */
export interface ServiceLife {
  service: ServicePlan
  releaseId: number
  version: string
  from: Instant
  /** Infinity while it runs. */
  to: Instant
  /** True when `from` is an observed start, and not the beginning of the history. */
  started: boolean
  failure: ServiceFailure | null
}

export interface Span {
  from: Instant
  to: Instant
}

interface Open {
  service: ServicePlan
  releaseId: number
  from: Instant
  started: boolean
}

/** When each service ran, as far as the device's history reaches. */
export function serviceLives(state: WorldState, index: number): ServiceLife[] {
  const list = state.histories.get(index)?.list ?? []
  return new LifeWriter(state, index).write(list)
}

class LifeWriter {
  readonly #state: WorldState
  readonly #index: number
  readonly #parameters: UpdateParameters
  readonly #open = new Map<string, Open>()
  /** Old containers that run beside the new ones. */
  readonly #handing = new Map<string, Open>()
  /** Services that were stopped before the download of their new images. */
  readonly #cleared = new Set<string>()
  readonly #lives: ServiceLife[] = []
  #releaseId: number | null = null
  /** When each release was fully installed: crashes and leaks start then. */
  readonly #since = new Map<number, Instant>()

  constructor(state: WorldState, index: number) {
    this.#state = state
    this.#index = index
    this.#parameters = updateParameters(state, index)
  }

  write(list: readonly DeviceEvent[]): ServiceLife[] {
    const firstPhase = list.find((it) => 'from' in it)
    const running = idAt(this.#state.columns.running, this.#index)
    this.#releaseId = firstPhase && 'from' in firstPhase ? firstPhase.from : running
    this.#learnSince(list)
    const start = provisionedAt(this.#state, this.#index) + 60_000
    for (const service of this.#servicesOf(this.#releaseId))
      this.#start(service, this.#releaseId, start, false)
    for (const [i, it] of list.entries()) this.#process(it, lifetimeEnd(list, i))
    this.#stopAll(Infinity)
    return this.#lives
  }

  #servicesOf(releaseId: number | null): readonly ServicePlan[] {
    return releaseId === null ? [] : this.#parameters.release(releaseId).services
  }

  #learnSince(list: readonly DeviceEvent[]): void {
    if (this.#releaseId !== null)
      this.#since.set(this.#releaseId, firstRunningSince(this.#state, this.#index, this.#releaseId))
    for (const it of list)
      if (it.kind === 'done' && it.releaseId !== null) this.#since.set(it.releaseId, it.startedAt)
    const running = idAt(this.#state.columns.running, this.#index)
    if (running !== null) this.#since.set(running, this.#state.columns.runningSince[this.#index] ?? 0)
  }

  #process(it: DeviceEvent, end: Instant): void {
    switch (it.kind) {
      case 'applying':
        return this.#apply(it, it.startedAt, end)
      case 'clearing':
        return this.#clear(it, it.startedAt, end)
      case 'resumed':
        if (it.phase.kind === 'applying') this.#apply(it.phase, it.startedAt, end)
        if (it.phase.kind === 'clearing') this.#clear(it.phase, it.startedAt, end)
        return
      case 'done':
        return this.#finish(it.releaseId, it.startedAt)
      case 'service':
        return this.#run(it.name, it.run)
      case 'going-down':
        return this.#stopAll(it.downAt)
      case 'booted':
        return this.#boot(it.startedAt)
      default:
    }
  }

  #apply(phase: Extract<Update, { kind: 'applying' }>, from: Instant, end: Instant): void {
    for (const step of applySteps(phase, this.#parameters)) {
      const within = (at: Instant | null): at is Instant => at !== null && at >= from && at < end
      if (step.handsOver) {
        if (step.next && within(step.runningAt)) this.#handOver(step.next, phase.releaseId, step.runningAt)
        if (within(step.stoppingAt)) this.#stopHanding(step.name, step.stoppingAt)
        continue
      }
      if (within(step.stoppingAt)) this.#stop(step.name, step.stoppingAt)
      if (step.next && within(step.runningAt)) this.#start(step.next, phase.releaseId, step.runningAt, true)
    }
  }

  #clear(phase: Extract<Update, { kind: 'clearing' }>, from: Instant, end: Instant): void {
    if (phase.heldBy !== null) return
    for (const { service, stoppingAt } of clearSteps(phase, this.#parameters)) {
      if (stoppingAt < from || stoppingAt >= end) continue
      this.#stop(service.name, stoppingAt)
      this.#cleared.add(service.name)
    }
  }

  #handOver(next: ServicePlan, releaseId: number | null, at: Instant): void {
    const old = this.#open.get(next.name)
    if (old) this.#handing.set(next.name, old)
    this.#start(next, releaseId, at, true)
  }

  #stopHanding(name: string, at: Instant): void {
    const old = this.#handing.get(name)
    this.#handing.delete(name)
    if (old) this.#close(old, at)
  }

  #stopAll(at: Instant): void {
    for (const name of [...this.#handing.keys()]) this.#stopHanding(name, at)
    for (const name of [...this.#open.keys()]) this.#stop(name, at)
  }

  #finish(releaseId: number | null, at: Instant): void {
    this.#releaseId = releaseId
    this.#cleared.clear()
    for (const name of [...this.#handing.keys()]) this.#stopHanding(name, at)
    // A service with an unchanged image now belongs to the new release; a stopped one starts.
    for (const service of this.#servicesOf(releaseId)) {
      const open = this.#open.get(service.name)
      if (open && open.releaseId === releaseId) continue
      if (open) this.#stop(service.name, at)
      this.#start(service, releaseId, at, !open)
    }
  }

  #boot(at: Instant): void {
    this.#stopAll(at)
    const { pace } = profileOf(this.#state, this.#index)
    const services = this.#servicesOf(this.#releaseId)
    const runs = bootRuns(services, at, { seed: this.#state.seed, index: this.#index, pace })
    for (const service of services) {
      const run = runs.get(service.name)
      if (run?.kind === 'started' && !this.#cleared.has(service.name))
        this.#start(service, this.#releaseId, run.runningAt, true)
    }
  }

  #run(name: string, run: ServiceRun): void {
    const service = this.#servicesOf(this.#releaseId).find((it) => it.name === name)
    if (run.kind !== 'started') this.#stop(name, run.at)
    this.#cleared.delete(name)
    if (run.kind !== 'stopped' && service) this.#start(service, this.#releaseId, run.runningAt, true)
  }

  #start(service: ServicePlan, releaseId: number | null, from: Instant, started: boolean): void {
    if (releaseId !== null) this.#open.set(service.name, { service, releaseId, from, started })
  }

  #stop(name: string, at: Instant): void {
    const open = this.#open.get(name)
    if (!open) return
    this.#open.delete(name)
    this.#close(open, at)
  }

  #close(open: Open, at: Instant): void {
    if (at <= open.from) return
    const failure = this.#serviceFailureOf(open)
    const { version } = this.#parameters.release(open.releaseId)
    this.#lives.push({ ...open, version, to: at, failure })
  }

  #serviceFailureOf({ service, releaseId }: Open): ServiceFailure | null {
    const { leak } = profileOf(this.#state, this.#index)
    if (!leak && !this.#parameters.release(releaseId).crashLoops) return null
    const runningSince = this.#since.get(releaseId) ?? 0
    const failure = serviceFailureOf({
      parameters: this.#parameters,
      runningReleaseId: releaseId,
      runningSince,
      leak,
    })
    return failure?.serviceId === service.serviceId ? failure : null
  }
}

const ENDS: Partial<Record<DeviceEvent['kind'], readonly DeviceEvent['kind'][]>> = {
  recreating: ['recreating', 'recreated', 'booted'],
  'config-held': ['config-held', 'going-down', 'booted'],
}

/** When a phase of an update ends, or a wait for the update lock. */
export function lifetimeEnd(list: readonly DeviceEvent[], position: number): Instant {
  const ends = ENDS[list[position]?.kind ?? 'booted']
  for (let i = position + 1; i < list.length; i++) {
    const next = list[i]
    // While the device is disconnected, a phase is suspended until it is resumed.
    if (next && ends !== undefined) {
      if (ends.includes(next.kind)) return next.startedAt
      continue
    }
    if (next && (isPhase(next) || (next.kind === 'contact' && next.contact === 'away'))) return next.startedAt
  }
  return Infinity
}

/** Periods in which nothing from the device reached the cloud. In order, without overlaps. */
export function silences(state: WorldState, index: number): Span[] {
  const spans: Span[] = []
  let since: Instant | null = null
  for (const it of state.histories.get(index)?.list ?? []) {
    if (it.kind !== 'contact') continue
    if (!isInTouch(it)) since ??= it.startedAt
    else if (since !== null) {
      spans.push({ from: since, to: it.startedAt })
      since = null
    }
  }
  const link = readLink(state, index)
  if (since !== null) spans.push({ from: since, to: Infinity })
  else if (!isInTouch(link)) spans.push({ from: link.changedAt ?? -Infinity, to: Infinity })
  return spans
}

/** A period without the silences in it. */
export function without(span: Span, gaps: readonly Span[]): Span[] {
  const left: Span[] = []
  let from = span.from
  for (const gap of gaps) {
    if (gap.to <= from || gap.from >= span.to) continue
    if (gap.from > from) left.push({ from, to: gap.from })
    from = gap.to
  }
  if (from < span.to) left.push({ from, to: span.to })
  return left
}
