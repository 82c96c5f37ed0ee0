import type { EventCause, Explanation, Reason } from '../../openapi/generated/control.d.ts'
import type { DescribedEvent, Reason as StateReason, World } from '../../simulator/world/world.ts'
import { HttpError } from '../base/http-error.ts'

const MAX_RECENT_EVENTS = 20

const toEventCause = ({ n, at, kind, detail, because }: DescribedEvent): EventCause => ({
  n,
  at: new Date(at).toISOString(),
  kind,
  text: detail,
  because,
})

const toReason = ({ about, is, chain }: StateReason): Reason => ({
  about,
  is,
  chain: chain.map(({ at, kind, text }) => ({
    at: at === null ? null : new Date(at).toISOString(),
    kind,
    text,
  })),
})

/** The device with this UUID or name. Throws 404 when there is none, 400 when the name is ambiguous. */
export function deviceNamed(world: World, text: string): number {
  const byUuid = /^[0-9a-f]{32,62}$/.test(text) ? world.indexOfUuid(text) : -1
  if (byUuid >= 0) return byUuid
  const nameOf = world.column('name')
  const found: number[] = []
  for (let index = 0; index < world.size && found.length < 2; index++) {
    if (world.exists(index) && nameOf(index) === text) found.push(index)
  }
  const [first, second] = found
  if (first === undefined) throw new HttpError(404, `No device has the UUID or name ${text}`)
  if (second !== undefined) throw new HttpError(400, `More than one device is called ${text}; use its UUID`)
  return first
}

/** Explains the state of a device, with the causes of its last event. */
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
    chain: chain.map(toEventCause),
    lately: events.slice(-MAX_RECENT_EVENTS).map(toEventCause),
    reasons: world.why(index).map(toReason),
  }
}
