import { Refusal } from './odata/refusal.ts'
import type { JsonObject } from './handlers/call.ts'

export const FAULT_KINDS = ['status', 'latency', 'drop-stream', 'drop-socket', 'network'] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

/** Something that shall go wrong, and where. */
export interface Fault {
  id: number
  /** Method and path; `*` stands for anything: `GET /v7/*`. */
  route: string
  kind: FaultKind
  /** Of the answer, for kind `status`; 500 when left out. */
  status?: number
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number
  /** Real milliseconds: the wait of `latency`; how long a stream lives before `drop-stream`. */
  ms?: number
  /** How often it strikes before it is over; for ever when left out. */
  times?: number
  /** Chance from 0 to 1 that it strikes; always when left out. */
  rate?: number
}

export interface Faults {
  list(): Fault[]
  add(wanted: JsonObject): Fault
  clear(): void
  /** The faults that strike this request, in the order they were added. Counts them. */
  strike(method: string, path: string, kinds: readonly FaultKind[]): Fault[]
  /** Called when a fault is added that ends what is open. Returns a way to stop. */
  onDrop(listener: (fault: Fault) => void): () => void
}

/** The numbers of a fault, each with its least and its most. */
const NUMBERS = {
  status: [400, 599],
  retryAfter: [0, 86_400],
  ms: [0, 600_000],
  times: [1, 1_000_000],
  rate: [0, 1],
} as const satisfies Partial<Record<keyof Fault, readonly [number, number]>>

const isNumberKey = (key: string): key is keyof typeof NUMBERS => key in NUMBERS

const isKind = (value: unknown): value is FaultKind => FAULT_KINDS.some((kind) => kind === value)

function routePattern(route: string): RegExp {
  const escaped = route.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${escaped}$`)
}

function numberAt(wanted: JsonObject, key: string, least: number, most: number): number | undefined {
  const value = wanted[key]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && value >= least && value <= most) return value
  throw new Refusal(400, `"${key}" of a fault must be a number from ${least} to ${most}`)
}

/** The faults of one cloud. Chance is drawn from the seed, so the same requests meet the same faults. */
export function createFaults(seed: number): Faults {
  let faults: { fault: Fault; pattern: RegExp; left: number }[] = []
  let nextId = 1
  let state = seed >>> 0 || 1
  const listeners = new Set<(fault: Fault) => void>()
  const draw = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  return {
    list: () => faults.map(({ fault }) => fault),
    add(wanted) {
      const { kind, route } = wanted
      if (!isKind(kind)) throw new Refusal(400, `"kind" of a fault must be one of ${FAULT_KINDS.join(', ')}`)
      if (typeof route !== 'string' || !/^(?:\*|[A-Z]+)( |$)/.test(route)) {
        throw new Refusal(400, '"route" of a fault must be a method and a path such as "GET /v7/*"')
      }
      const fault: Fault = { id: nextId++, route, kind }
      for (const [key, [least, most]] of Object.entries(NUMBERS)) {
        const value = numberAt(wanted, key, least, most)
        if (value !== undefined && isNumberKey(key)) fault[key] = value
      }
      faults.push({ fault, pattern: routePattern(route), left: fault.times ?? Infinity })
      if (kind === 'drop-stream' || kind === 'drop-socket') for (const tell of [...listeners]) tell(fault)
      return fault
    },
    clear() {
      faults = []
    },
    strike(method, path, kinds) {
      const struck: Fault[] = []
      for (const entry of faults) {
        const { fault, pattern } = entry
        if (!kinds.includes(fault.kind) || !pattern.test(`${method} ${path}`)) continue
        if (fault.rate !== undefined && draw() >= fault.rate) continue
        entry.left--
        struck.push(fault)
      }
      faults = faults.filter(({ left }) => left > 0)
      return struck
    },
    onDrop(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Whether a fault is about this route. */
export const concerns = (fault: Fault, method: string, path: string): boolean =>
  routePattern(fault.route).test(`${method} ${path}`)
