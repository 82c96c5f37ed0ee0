import type { Instant } from '../base/clock.ts'
import { chance, draw, portion, drift, pickOne, integerBetween } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import type { ServiceKind, ServicePlan } from '../definition/world-definition.ts'
import type { LineParameters, RoutineLine } from './line-parameters.ts'
import { linesAtOnce, ownLines } from './own-lines.ts'

/** Average interval of the log lines of each kind of service. */
const LINE_INTERVAL_MS: Record<ServiceKind, number> = {
  sensor: 4_000,
  uplink: 7_000,
  dashboard: 10_000,
  watchdog: 30_000,
  camera: 6_000,
  database: 40_000,
  worker: 9_000,
}

/** How many lines a service writes in a millisecond, on average. */
export const linesPerMs = ({ kind, log }: Pick<ServicePlan, 'kind' | 'log'>): number =>
  log === undefined
    ? 1 / LINE_INTERVAL_MS[kind]
    : log.lines.reduce((sum, { everyMs }) => sum + 1 / everyMs, 0)

/**
 * The log lines of a service in a time range (end exclusive), oldest first. A pure function of (seed, device, service,
 * time): each time slot contains one line.
 */
export function routineLines(parameters: LineParameters, from: Instant, to: Instant): RoutineLine[] {
  if (parameters.log !== undefined) return ownLines(parameters, parameters.log, from, to)
  const intervalMs = LINE_INTERVAL_MS[parameters.kind]
  const lines: RoutineLine[] = []
  for (let slot = Math.floor((from - MAX_BURST_MS) / intervalMs); slot * intervalMs < to; slot++) {
    const at =
      slot * intervalMs +
      Math.floor(
        chance(parameters.seed, streams.lineJitter, parameters.index, parameters.serviceId, slot) *
          intervalMs,
      )
    if (at >= to || at < from - MAX_BURST_MS) continue
    for (const line of linesOfSlot(parameters, slot, at))
      if (line.at >= from && line.at < to) lines.push(line)
  }
  return lines
}

/** Kinds of services that occasionally write bursts of lines, such as a page with all its assets. */
const BURSTS: ReadonlySet<ServiceKind> = new Set(['uplink', 'dashboard', 'camera', 'database', 'worker'])
const MAX_BURST_MS = 2000

/** Lines of a service at its start. */
export function bannerLines(
  parameters: LineParameters,
  name: string,
  version: string,
  at: Instant,
): RoutineLine[] {
  const out = (after: number, message: string): RoutineLine => ({ at: at + after, message, isStdErr: false })
  const ready: Record<ServiceKind, string> = {
    sensor: '4 probes found on bus 1, sampling every 4 s',
    uplink: `connected to mqtts://broker.${parameters.site}.flotilla.test:8883 as ${name}`,
    dashboard: 'listening on http://0.0.0.0:80',
    watchdog: 'watching all services, interval 30 s',
    camera: '{"level":"info","msg":"stream opened","device":"/dev/video0","mode":"1280x720@15"}',
    database: 'LOG:  database system is ready to accept connections',
    worker: '{"level":30,"msg":"queue consumer ready","concurrency":2}',
  }
  const starting = out(40, `${name} ${version} starting`)
  const { log } = parameters
  return log === undefined
    ? [starting, out(420, ready[parameters.kind])]
    : [starting, ...linesAtOnce(log.start ?? [], parameters, at + 420, false)]
}

/** The last lines of a service that crashes. */
export function crashLines(parameters: LineParameters, at: Instant): RoutineLine[] {
  const own = parameters.log?.crash
  if (own !== undefined) return linesAtOnce(own, parameters, at - 30, true)
  const failures = [
    "TypeError: Cannot read properties of undefined (reading 'calibration')",
    'Error: ENOENT: no such file or directory, open /data/state.json',
    'Error: Migration 0042 failed: column "unit" already exists',
    'AssertionError [ERR_ASSERTION]: schema version 7 expected, got 6',
  ]
  const failure = pickOne(
    failures,
    chance(parameters.seed, streams.lineTrouble, parameters.index, parameters.serviceId, 1),
  )
  return stack(failure, at - 30)
}

/** The last lines of a service that runs out of memory. */
export function outOfMemoryLines(at: Instant): RoutineLine[] {
  const lines = [
    '<--- Last few GCs --->',
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
  ]
  return lines.map((message, i) => ({ at: at - 20 + i, message, isStdErr: true }))
}

function stack(failure: string, at: Instant): RoutineLine[] {
  const frames = [
    failure,
    '    at readState (/usr/src/app/lib/state.js:48:17)',
    '    at async start (/usr/src/app/lib/service.js:112:5)',
    '    at async main (/usr/src/app/index.js:21:3)',
  ]
  return frames.map((message, i) => ({ at: at + i, message, isStdErr: true }))
}

function linesOfSlot(parameters: LineParameters, slot: number, at: Instant): RoutineLine[] {
  const { seed, index, serviceId } = parameters
  const trouble = chance(seed, streams.lineTrouble, index, serviceId, slot)
  if (trouble < parameters.storageErrors) {
    return [
      {
        at,
        message: `write error on /dev/${parameters.blockDevice}: EIO: i/o error, retrying`,
        isStdErr: true,
      },
    ]
  }
  const rest = trouble - parameters.storageErrors
  const generator = new LineGenerator(parameters, slot)
  if (parameters.isFull(at) && rest > 0.7) return [{ at, message: generator.noRoom(), isStdErr: true }]
  if (rest < 0.0006) return stack(generator.rareFailure(), at)
  if (rest < 0.012) return [{ at, message: generator.warning(), isStdErr: true }]
  const line = { at, message: generator.line(at), isStdErr: false }
  return BURSTS.has(parameters.kind) && chance(seed, streams.lineBurst, index, serviceId, slot) < 0.005
    ? [line, ...burst(parameters, slot, at, generator)]
    : [line]
}

function burst(
  { seed, index, serviceId }: LineParameters,
  slot: number,
  at: Instant,
  generator: LineGenerator,
): RoutineLine[] {
  const count = integerBetween(8, 40, portion(draw(seed ^ streams.lineBurst, index, serviceId, slot)))
  const durationMs = integerBetween(
    150,
    MAX_BURST_MS - 1,
    portion(draw(seed ^ streams.lineBurst, index, serviceId, slot, 1)),
  )
  return Array.from({ length: count }, (_, i) => {
    const lineAt = at + Math.ceil(((i + 1) * durationMs) / count)
    return { at: lineAt, message: generator.line(lineAt), isStdErr: false }
  })
}

/** Generates the text of one line; each random draw has its own number. */
class LineGenerator {
  readonly #parameters: LineParameters
  readonly #slot: number
  #draws = 0

  constructor(parameters: LineParameters, slot: number) {
    this.#parameters = parameters
    this.#slot = slot
  }

  #chance(): number {
    const { seed, index, serviceId } = this.#parameters
    return portion(draw(seed ^ streams.lineWords, index, serviceId, this.#slot, this.#draws++))
  }

  #integer(low: number, high: number): number {
    return integerBetween(low, high, this.#chance())
  }

  #of(list: readonly string[]): string {
    return pickOne(list, this.#chance())
  }

  /** Milliseconds, mostly short, sometimes long. */
  #took(typical: number): string {
    const share = this.#chance()
    return (typical * (0.4 + share + (share > 0.97 ? 12 * share : 0))).toFixed(1)
  }

  line(at: Instant): string {
    switch (this.#parameters.kind) {
      case 'sensor':
        return this.#sensor(at)
      case 'uplink':
        return this.#uplink()
      case 'dashboard':
        return this.#dashboard()
      case 'watchdog':
        return this.#watchdog()
      case 'camera':
        return this.#camera()
      case 'database':
        return this.#database()
      case 'worker':
        return this.#worker()
    }
  }

  #sensor(at: Instant): string {
    const { seed, index } = this.#parameters
    const probe = 1 + (this.#slot % 4)
    const isOpen = drift(seed, streams.climate, index, at, 240_000) > 0.965
    const base = -20.5 + 3.4 * drift(seed, streams.climate, index * 4 + probe, at, 1_800_000)
    const temp = (base + 0.2 * this.#chance() + (isOpen ? 2.2 : 0)).toFixed(1)
    return `probe=${probe} temp=${temp}C door=${isOpen ? 'open' : 'closed'}`
  }

  #uplink(): string {
    const share = this.#chance()
    if (share < 0.78) {
      const topic = `cc/${this.#parameters.site}/${this.#integer(1, 4)}`
      return `mqtt publish qos=1 topic=${topic} ok ${this.#integer(22, 95)} ms`
    }
    if (share < 0.92) return `queue depth=${this.#integer(0, 6)} oldest=${(this.#chance() * 3).toFixed(1)}s`
    return `broker keepalive ok rtt=${this.#integer(18, 80)} ms`
  }

  #dashboard(): string {
    const share = this.#chance()
    if (share < 0.55) return `GET /health 200 ${this.#took(2)} ms`
    if (share < 0.75) return `GET /api/readings?limit=50 200 ${this.#took(14)} ms`
    if (share < 0.86) return `GET /api/doors 200 ${this.#took(6)} ms`
    if (share < 0.93) return `GET / 304 ${this.#took(1.4)} ms`
    if (share < 0.97) return `POST /api/alarms/${this.#integer(100, 999)}/ack 204 ${this.#took(7)} ms`
    return `GET /favicon.ico 404 ${this.#took(0.8)} ms`
  }

  #watchdog(): string {
    if (this.#chance() < 0.85) return `all services answer, slowest ${this.#integer(3, 60)} ms`
    return `clock offset ${(this.#chance() * 8 - 4).toFixed(1)} ms, load ${(this.#chance() * 1.4).toFixed(2)}`
  }

  #camera(): string {
    const frames = this.#integer(86, 90)
    return `{"level":"info","msg":"frames","count":${frames},"dropped":${90 - frames},"fps":${(frames / 6).toFixed(1)},"exposure_ms":${this.#integer(6, 30)}}`
  }

  #database(): string {
    if (this.#chance() < 0.6) {
      const buffers = this.#integer(8, 240)
      return `LOG:  checkpoint complete: wrote ${buffers} buffers (${(buffers / 164).toFixed(1)}%); write=${this.#took(900)} ms, sync=${this.#took(30)} ms`
    }
    return `LOG:  automatic vacuum of table "readings.public.samples": removed ${this.#integer(40, 4000)} dead rows`
  }

  #worker(): string {
    const job = this.#of(['aggregate', 'upload', 'compact', 'report'])
    return `{"level":30,"job":"${job}","rows":${this.#integer(12, 2400)},"took_ms":${this.#integer(8, 900)},"msg":"done"}`
  }

  warning(): string {
    switch (this.#parameters.kind) {
      case 'sensor':
        return `warning: probe=${this.#integer(1, 4)} read timed out after 250 ms, using last value`
      case 'uplink':
        return `warning: mqtt publish not acknowledged within 5000 ms, retry ${this.#integer(1, 3)}`
      case 'dashboard':
        return `warning: slow request GET /api/readings?limit=5000 ${this.#integer(1100, 4200)} ms`
      case 'watchdog':
        return `warning: a service took ${this.#integer(1000, 2900)} ms to answer`
      case 'camera':
        return '{"level":"warn","msg":"late frame, buffer dropped"}'
      case 'database':
        return `LOG:  duration: ${this.#took(1400)} ms  statement: SELECT * FROM samples ORDER BY taken_at DESC LIMIT 5000`
      case 'worker':
        return `{"level":40,"job":"upload","attempt":${this.#integer(2, 4)},"msg":"server answered 503, will retry"}`
    }
  }

  noRoom(): string {
    switch (this.#parameters.kind) {
      case 'database':
        return 'PANIC:  could not write to file "pg_wal/xlogtemp.42": No space left on device'
      case 'camera':
        return '{"level":"error","msg":"cannot keep frame","err":"ENOSPC: no space left on device, write"}'
      case 'worker':
        return '{"level":50,"job":"compact","err":{"code":"ENOSPC"},"msg":"no space left on device"}'
      default:
        return 'Error: ENOSPC: no space left on device, write'
    }
  }

  rareFailure(): string {
    return this.#of([
      'Error: read ECONNRESET',
      'Error: connect ETIMEDOUT 203.0.113.18:443',
      'SyntaxError: Unexpected end of JSON input',
    ])
  }
}
