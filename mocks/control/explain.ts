import type { DescribedEvent, Reason, World } from '../../simulator/world.ts'
import { HttpError } from '../odata/http-error.ts'

export interface ExplainedState {
  n: number
  /** ISO 8601. */
  at: string
  kind: string
  text: string
  /** The number of the event that it follows from. */
  because: number | null
}

/** One state of a device and what led to it, from now back to the first cause. */
export interface ExplainedReason {
  about: string
  is: string
  /** `at` is null for what has always been so. */
  chain: { at: string | null; kind: string; text: string }[]
}

/** Why a device is as it is. */
export interface Explanation {
  uuid: string
  name: string
  status: string
  /** From the first cause to what happened last. */
  chain: ExplainedState[]
  /** What else happened lately, oldest first. */
  lately: ExplainedState[]
  /** Only registered: its machine can be switched on. */
  isSilent: boolean
  /** Each of its states that is worth a word; the first is its status. */
  reasons: ExplainedReason[]
}

const TOLD_LATELY = 20

const tell = ({ n, at, kind, detail, because }: DescribedEvent): ExplainedState => ({
  n,
  at: new Date(at).toISOString(),
  kind,
  text: detail,
  because,
})

const tellReason = ({ about, is, chain }: Reason): ExplainedReason => ({
  about,
  is,
  chain: chain.map(({ at, kind, text }) => ({
    at: at === null ? null : new Date(at).toISOString(),
    kind,
    text,
  })),
})

/** The device with this uuid, or with this name. Throws 404 when there is none, 400 when a name is not enough. */
export function deviceNamed(world: World, text: string): number {
  const byUuid = /^[0-9a-f]{32,62}$/.test(text) ? world.indexOfUuid(text) : -1
  if (byUuid >= 0) return byUuid
  const nameOf = world.column('name')
  const found: number[] = []
  for (let index = 0; index < world.size && found.length < 2; index++) {
    if (world.exists(index) && nameOf(index) === text) found.push(index)
  }
  const [first, second] = found
  if (first === undefined) throw new HttpError(404, `No device has the uuid or the name ${text}`)
  if (second !== undefined) throw new HttpError(400, `More than one device is called ${text}; say its uuid`)
  return first
}

export function explainDevice(world: World, index: number): Explanation {
  const events = world.events(index)
  const chain: DescribedEvent[] = []
  const byNumber = new Map(events.map((event) => [event.n, event]))
  for (let event = events.at(-1); event !== undefined; event = byNumber.get(event.because ?? 0)) {
    chain.unshift(event)
  }
  return {
    uuid: world.column('uuid')(index),
    name: world.column('name')(index),
    status: world.column('overallStatus')(index),
    isSilent: world.isSilent(index),
    chain: chain.map(tell),
    lately: events.slice(-TOLD_LATELY).map(tell),
    reasons: world.why(index).map(tellReason),
  }
}
