import type { Instant } from '../base/clock.ts'
import type { LogLine } from '../device/device-state.ts'
import type { DeviceEvent } from '../device/event-history.ts'
import type { LineParameters, RoutineLine } from '../device/line-parameters.ts'
import {
  bannerLines,
  crashLines,
  linesPerMs,
  outOfMemoryLines,
  routineLines,
} from '../device/routine-lines.ts'
import { lifeAt } from '../device/services.ts'
import { serviceFailureLines, systemLines, type SystemLine } from '../device/system-lines.ts'
import { isFullAt, deviceSkewMs, updateParameters } from '../engine/device-parameters.ts'
import { idAt } from '../state/columns.ts'
import {
  configValueAt,
  hardwareOf,
  isInLocalMode,
  pollIntervalMs,
  requireDevice,
  requireRelease,
  profileOf,
  type WorldState,
} from '../state/world-state.ts'
import { devicePlace } from './device-view.ts'
import {
  lifetimeEnd,
  serviceLives,
  silences,
  without,
  type ServiceLife,
  type Span,
} from './service-lifetimes.ts'

export interface LogWindow {
  /** Only lines after this time. */
  after?: Instant
  /** Only lines up to and including this time; default: the world's current time. */
  before?: Instant
  /** Maximum number of lines, the newest of the range; default and maximum: 1000. */
  count?: number
}

/** Lines are kept for 30 days, and at most 1000 per device (docs/platform/device-protocol.md). */
const RETENTION_MS = 30 * 86_400_000
const MAX_LINES = 1000
/** How far ahead to look for the next line. */
const LOOK_AHEAD_MS = [8_000, 90_000]

/** The log lines of one device, oldest first. Only events are stored: the lines are derived from them and the time. */
export function logsOf(state: WorldState, index: number, window: LogWindow): LogLine[] {
  requireDevice(state, index)
  const to = Math.min(window.before ?? state.now, state.now)
  const count = Math.max(0, Math.min(window.count ?? MAX_LINES, MAX_LINES))
  const oldest = Math.max(window.after ?? -Infinity, to - RETENTION_MS)
  const external = state.outsiders.get(index)
  if (external) return selectLines(external.lines, oldest, to, count)
  if (count === 0 || oldest >= to || isMute(state, index)) return []
  const book = new LogBook(state, index)
  // Back in steps that probably have the requested number of lines; times in which nothing writes are skipped.
  const span = book.likelySpan(count)
  const steps: LogLine[][] = []
  let missing = count
  for (let end = book.lastWriting(to); end > oldest && missing > 0;) {
    const from = Math.max(oldest, end - span)
    const lines = book.lines(from, end)
    steps.push(lines)
    missing -= lines.length
    end = book.lastWriting(from)
  }
  return steps.toReversed().flat().slice(-count)
}

/** The clock of an external device may be ahead of the cloud's: all received lines are returned. */
function selectLines(lines: readonly LogLine[], oldest: Instant, to: Instant, count: number): LogLine[] {
  if (count === 0) return []
  const found = lines.filter(({ at, createdAt }) => at > oldest && createdAt <= to)
  return found.sort((a, b) => a.at - b.at).slice(-count)
}

/**
 * The earliest time of a possible next line: that of the next routine line, or the device's next event, which may add
 * others. null when there is neither.
 */
export function nextLogOf(state: WorldState, index: number, after: Instant): Instant | null {
  requireDevice(state, index)
  if (state.outsiders.has(index) || isMute(state, index)) return null
  const wake = Math.max(after + 1, state.columns.wakeAt[index] ?? Infinity)
  const book = new LogBook(state, index)
  for (const span of LOOK_AHEAD_MS) {
    const [next] = book.lines(after, after + span)
    if (next) return Math.min(next.createdAt, wake)
  }
  return wake === Infinity ? null : wake
}

/** In local mode, or with logs disabled, no lines reach the cloud (docs/platform/device-protocol.md). */
function isMute(state: WorldState, index: number): boolean {
  return isInLocalMode(state, index) || configValueAt(state, index, 'SUPERVISOR_LOG_CONTROL') === 'false'
}

class LogBook {
  readonly #state: WorldState
  readonly #index: number
  readonly #lives: readonly ServiceLife[]
  readonly #silences: readonly Span[]
  readonly #town: string
  readonly #skew: number
  readonly #fills: boolean
  readonly #events: readonly SystemLine[]

  constructor(state: WorldState, index: number) {
    this.#state = state
    this.#index = index
    this.#lives = serviceLives(state, index)
    this.#silences = silences(state, index)
    this.#skew = deviceSkewMs(state, index)
    this.#fills = profileOf(state, index).fills !== null
    this.#town = devicePlace(state, index).name.split(',')[0] ?? ''
    this.#events = [...this.#eventLines()]
  }

  likelySpan(count: number): number {
    // Of the services that run, or that ran last.
    const last = Math.max(...this.#lives.map(({ to }) => to))
    let perMs = 0
    for (const { service, to } of this.#lives) if (to === last) perMs += linesPerMs(service)
    return perMs === 0 ? RETENTION_MS : (count / perMs) * 1.2 + 10_000
  }

  /** The last time up to `to` at which something can have been written; -Infinity for never. */
  lastWriting(to: Instant): Instant {
    let last = -Infinity
    for (const { at } of this.#events) if (at <= to) last = Math.max(last, at)
    for (const life of this.#lives) {
      if (life.from > to) continue
      const span = { from: life.from, to: Math.min(life.to, to + 1) }
      for (const open of without(span, this.#silences)) last = Math.max(last, open.to - 1)
    }
    return last
  }

  /** After `after`, up to and including `to`. */
  lines(after: Instant, to: Instant): LogLine[] {
    const window = { from: after + 1, to: to + 1 }
    const found: LogLine[] = []
    for (const line of this.#events) {
      if (line.at >= window.from && line.at < window.to) found.push(fromSystem(line, this.#skew))
    }
    for (const life of this.#lives) {
      const span = { from: Math.max(life.from, window.from), to: Math.min(life.to, window.to) }
      if (span.from >= span.to) continue
      for (const open of without(span, this.#silences)) this.#write(life, open, found)
    }
    return found.sort((a, b) => a.at - b.at)
  }

  *#eventLines(): Generator<SystemLine> {
    const list = this.#state.histories.get(this.#index)?.list ?? []
    for (const [i, it] of list.entries()) {
      const end = lifetimeEnd(list, i)
      const facts = {
        parameters: updateParameters(this.#state, this.#index),
        services: this.#servicesAt(it),
        appId: this.#state.columns.fleet[this.#index] ?? 0,
        appName: this.#state.fleets.get(this.#state.columns.fleet[this.#index] ?? 0)?.name ?? '',
        pollIntervalMs: pollIntervalMs(this.#state, this.#index),
        hasBadStorage: profileOf(this.#state, this.#index).storageErrors > 0,
      }
      // A new target or a lost connection ends the current phase; other events have no duration.
      for (const line of systemLines(it, end, facts)) if (!CUT.has(it.kind) || line.at <= end) yield line
    }
  }

  #servicesAt({ startedAt }: DeviceEvent) {
    const list = this.#state.histories.get(this.#index)?.list ?? []
    let id = idAt(this.#state.columns.running, this.#index)
    for (const it of list.toReversed()) if (it.kind === 'done' && it.startedAt > startedAt) id = it.from
    return id === null ? [] : requireRelease(this.#state, id).services
  }

  #write(life: ServiceLife, span: Span, found: LogLine[]): void {
    const { service, failure } = life
    const parameters = this.#natureOf(life)
    const add = (lines: readonly RoutineLine[]) => {
      for (const line of lines) {
        if (line.at >= span.from && line.at < span.to)
          found.push(fromService(line, service.serviceId, this.#skew))
      }
    }
    if (life.started && span.from <= life.from + 1000)
      add(bannerLines(parameters, service.name, life.version, life.from))
    if (!failure) {
      add(routineLines(parameters, span.from, span.to))
      return
    }
    for (const line of serviceFailureLines(service, failure, span.from - failure.periodMs, span.to)) {
      if (line.at >= span.from && line.at < span.to) found.push(fromSystem(line, this.#skew))
    }
    if (span.from < failure.since) add(routineLines(parameters, span.from, Math.min(span.to, failure.since)))
    const first = Math.max(span.from, failure.since)
    for (let turn = lifeAt(failure, first); turn.startsAt < span.to; turn = lifeAt(failure, turn.nextAt)) {
      if (turn.startsAt > failure.since)
        add(bannerLines(parameters, service.name, life.version, turn.startsAt))
      add(routineLines(parameters, Math.max(span.from, turn.startsAt), Math.min(span.to, turn.exitsAt - 30)))
      add(failure.kind === 'leak' ? outOfMemoryLines(turn.exitsAt) : crashLines(parameters, turn.exitsAt))
    }
  }

  #natureOf({ service }: ServiceLife): LineParameters {
    return {
      seed: this.#state.seed,
      index: this.#index,
      serviceId: service.serviceId,
      kind: service.kind,
      log: service.log,
      site: this.#town.slice(0, 3).toLowerCase(),
      town: this.#town,
      storageErrors: profileOf(this.#state, this.#index).storageErrors,
      blockDevice: hardwareOf(this.#state, this.#index).blockDevice,
      isFull: (at) => this.#fills && isFullAt(this.#state, this.#index, at),
    }
  }
}

const CUT: ReadonlySet<DeviceEvent['kind']> = new Set([
  'clearing',
  'downloading',
  'downloaded',
  'applying',
  'resumed',
  'recreating',
  'config-held',
])

/** Lines have timestamps of the device's own clock, which may be wrong. */
function fromSystem({ at, message }: SystemLine, skew: number): LogLine {
  return { at: at + skew, createdAt: at, isSystem: true, isStdErr: false, serviceId: null, message }
}

function fromService({ at, message, isStdErr }: RoutineLine, serviceId: number, skew: number): LogLine {
  return { at: at + skew, createdAt: at, isSystem: false, isStdErr, serviceId, message }
}
