import type { Fault, NewFault } from '../../openapi/generated/control.d.ts'
import { HttpError } from '../base/http-error.ts'

/** A new fault, with the devices as ids. */
export type FaultToAdd = Omit<NewFault, 'devices'> & Pick<Fault, 'devices'>

interface Entry {
  fault: Fault
  left: number
  /** Real milliseconds, for faults that expire. */
  until: number
}

/** The faults of a cloud and the state of its random generator; can be structured-cloned. */
export interface FaultsSnapshot {
  entries: Entry[]
  nextId: number
  chance: number
}

export interface Faults {
  /** The active faults, with the remaining number of times. */
  list(): Fault[]
  /** Adds a fault. Throws 400 when its fields contradict each other. */
  add(fault: FaultToAdd): Fault
  /** false when there is no fault with this id. */
  remove(id: number): boolean
  clear(): void
  /** Whether any active fault could match. */
  has(test: (fault: Fault) => boolean): boolean
  /** The faults that apply to this request, in the order they were added. Counts them. */
  strike(
    method: string,
    path: string,
    kinds: readonly Fault['kind'][],
    matches?: (fault: Fault) => boolean,
  ): Fault[]
  /** A random number from 0 up to, but not including, 1. */
  draw(): number
  /** Called when a fault is added that ends open connections. Returns a function that unsubscribes. */
  onDrop(listener: (fault: Fault) => void): () => void
  snapshot(): FaultsSnapshot
  restore(snapshot: FaultsSnapshot): void
}

/** Where a kind of fault takes effect. */
type Effect =
  /** Before the handler runs. */
  | 'request'
  /** Instead of the handler: the answer is an earlier one. */
  | 'read'
  /** On the answer of the handler. */
  | 'answer'
  /** On an open stream or socket, which ends at once unless some bytes may pass first. */
  | 'connection'

/** Where each kind takes effect. One that is added to the contract does not compile until it is listed, and then until it is applied there. */
export const effects = {
  status: ['request'],
  latency: ['request'],
  network: ['request'],
  outage: ['request', 'connection'],
  'stale-read': ['read'],
  'lost-answer': ['answer'],
  truncate: ['answer'],
  'drop-stream': ['connection'],
  'drop-socket': ['connection'],
} as const satisfies Record<Fault['kind'], readonly Effect[]>

/** The kinds with this effect. */
export type KindWith<Where extends Effect> = {
  [Kind in Fault['kind']]: Where extends (typeof effects)[Kind][number] ? Kind : never
}[Fault['kind']]

const endsConnections = ({ kind }: Fault) => effects[kind].some((where) => where === 'connection')

/** Whether a method and path match a route, where `*` matches anything. Runs in linear time for any route. */
function matchesRoute(route: string, request: string): boolean {
  const [first = '', ...others] = route.split('*')
  const last = others.pop()
  if (last === undefined) return request === route
  if (!request.startsWith(first)) return false
  let from = first.length
  for (const part of others) {
    const at = request.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return request.length - last.length >= from && request.endsWith(last)
}

/** The fault to add, with its id. Throws 400 when its fields contradict each other. */
export function faultFrom(
  { kind, route = kind === 'outage' ? '* /*' : undefined, ...rest }: FaultToAdd,
  id: number,
): Fault {
  if (route === undefined) {
    throw new HttpError(400, '"route" of a fault must be a method and a path such as "GET /v7/*"')
  }
  const { spread = 'fixed', ms = 0, maxMs = -1 } = rest
  if (spread !== 'fixed' && maxMs <= ms) {
    throw new HttpError(400, `A ${spread} latency needs a "maxMs" above its "ms"`)
  }
  return { id, route, kind, ...rest }
}

/** The faults of one cloud. Random numbers come from the seed, so that the same requests get the same faults. */
export function createFaults(seed: number, realNow: () => number = Date.now): Faults {
  let entries: Entry[] = []
  let nextId = 1
  let state = seed >>> 0 || 1
  const listeners = new Set<(fault: Fault) => void>()

  const prune = () => {
    entries = entries.filter(({ left, until }) => left > 0 && until > realNow())
  }

  const faults: Faults = {
    list() {
      prune()
      return entries.map(({ fault, left }) => (left === Infinity ? fault : { ...fault, times: left }))
    },
    add(toAdd) {
      const fault = faultFrom(toAdd, nextId)
      nextId++
      const expires = fault.kind === 'outage' && fault.ms !== undefined
      entries.push({
        fault,
        left: fault.times ?? Infinity,
        until: expires ? realNow() + (fault.ms ?? 0) : Infinity,
      })
      if (endsConnections(fault) && fault.bytes === undefined) {
        for (const listener of [...listeners]) listener(fault)
      }
      return fault
    },
    remove(id) {
      const before = entries.length
      entries = entries.filter(({ fault }) => fault.id !== id)
      return entries.length < before
    },
    clear() {
      entries = []
    },
    has: (test) => entries.some(({ fault }) => test(fault)),
    strike(method, path, kinds, matches = () => true) {
      prune()
      const applied: Fault[] = []
      for (const entry of entries) {
        const { fault } = entry
        if (!kinds.includes(fault.kind) || !concerns(fault, method, path) || !matches(fault)) continue
        if (fault.rate !== undefined && faults.draw() >= fault.rate) continue
        entry.left--
        applied.push(fault)
      }
      prune()
      return applied
    },
    draw() {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      return (state >>> 0) / 2 ** 32
    },
    onDrop(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => ({
      entries: entries.map(({ fault, left, until }) => ({ fault: { ...fault }, left, until })),
      nextId,
      chance: state,
    }),
    restore(snapshot) {
      entries = snapshot.entries.map((entry) => ({ ...entry }))
      ;({ nextId, chance: state } = snapshot)
    },
  }
  return faults
}

/** Whether a fault applies to a method and path. */
export const concerns = (fault: Fault, method: string, path: string): boolean =>
  matchesRoute(fault.route, `${method} ${path}`)

/** The delay of a `latency` fault, in real milliseconds. */
export function faultDelayMs({ ms = 1000, maxMs = ms, spread = 'fixed' }: Fault, draw: () => number): number {
  if (spread === 'fixed') return ms
  if (spread === 'uniform') return ms + (maxMs - ms) * draw()
  // Box–Muller transform: a normally distributed number from two uniform ones.
  const normal = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
  // The maximum delay is at three standard deviations, so that about one in a thousand is clipped.
  if (spread === 'normal') return Math.min(maxMs, Math.max(0, ms + (normal * (maxMs - ms)) / 3))
  const typical = Math.max(1, ms)
  return Math.min(maxMs, typical * Math.exp((normal * Math.log(maxMs / typical)) / 3))
}
