import type { EventCause, Explanation, Reason } from '../../openapi/generated/control.d.ts'
import { describedEvents } from '../../simulator/explain/event-causes.ts'
import { explainStatus } from '../../simulator/explain/status-explanations.ts'
import type { DescribedEvent, Reason as StateReason, World } from '../../simulator/world/world.ts'

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

/** Explains the state of a device, with the causes of its last event. */
export function explainDevice(world: World, index: number): Explanation {
  const events = world.read(describedEvents, index)
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
    reasons: world.read(explainStatus, index).map(toReason),
  }
}
