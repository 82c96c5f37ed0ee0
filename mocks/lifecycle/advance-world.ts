import type { Instant } from '../../simulator/base/clock.ts'
import { settleAccounts } from '../billing/charging.ts'
import { nextBuildAt, settleBuilds } from '../builds/builds.ts'
import type { Store } from '../store/store.ts'
import type { ScheduledEvent } from '../worlds/scenario.ts'

interface Advance {
  store: Store
  /** The time to advance to. */
  now: Instant
  /** The scheduled events of the world. */
  scheduledEvents(): readonly ScheduledEvent[]
}

/** Advances worlds to the time of the clock. */
export function createAdvance(): (advance: Advance) => number {
  let last: { store: Store; frozen: ReadonlySet<number> | undefined } | undefined

  /** Informs the world about the frozen devices, which get no new target. */
  function updateFrozen(store: Store): void {
    const frozen = store.frozenDevices()
    if (last?.store === store && last.frozen === frozen) return
    last = { store, frozen }
    store.world.setFrozen(frozen ?? new Set())
  }

  /** Returns the number of events. */
  return ({ store, now, scheduledEvents: scheduled }) => {
    const { world } = store
    updateFrozen(store)
    if (now <= world.now() && store.jobs.builds.size === 0) return 0
    let events = 0
    const dueEvents = scheduled()
    const next = (after: Instant) =>
      Math.min(nextBuildAt(store, after), dueEvents.find(({ at }) => at > after)?.at ?? Infinity)
    // A fleet starts to track a new release when its build is complete, not at the next request.
    for (let at = next(world.now()); at <= now; at = next(at)) {
      events += world.advanceTo(at)
      settleBuilds(store, at)
      for (const one of dueEvents) if (one.at === at) one.happen(store)
    }
    if (now > world.now()) events += world.advanceTo(now)
    settleBuilds(store, now)
    settleAccounts(store, now)
    return events
  }
}
