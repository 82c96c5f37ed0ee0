import type { WorldEvent } from '../../openapi/generated/control.d.ts'
import type { Instant } from '../../simulator/base/clock.ts'
import { describedEvents } from '../../simulator/explain/event-causes.ts'
import { nextEventText } from '../../simulator/explain/next-event.ts'
import type { World } from '../../simulator/world/world.ts'
import { nextBuildAt } from '../builds/builds.ts'
import type { ControlContext } from './control-context.ts'

/** How far ahead to search for the next event. */
const LOOK_AHEAD = 30 * 86_400_000
/** Most events of a device are not notable; the search stops after this many. */
const MAX_WAKES = 20_000

/** Advances the world to the next notable event and returns it; null when there is none. */
export function goToNext(context: ControlContext): WorldEvent | null {
  const { clock } = context
  const release = clock.hold()
  try {
    context.advance()
    const end = clock.now() + LOOK_AHEAD
    for (let wakes = 0; wakes < MAX_WAKES; wakes++) {
      const { world, store } = context
      const builds = new Set(store.jobs.builds.keys())
      const mark = world.mark()
      const next = Math.min(world.nextWakeAt() ?? Infinity, nextBuildAt(store, world.now()))
      if (next > end) return null
      if (next > clock.now()) clock.advanceTo(next)
      context.advance()
      const ended = [...builds].find((release) => !store.jobs.builds.has(release))
      if (ended !== undefined) return { at: iso(clock.now()), text: `The build of release ${ended} is over.` }
      const event = eventIn(world, world.changedSince('modifiedAt', mark), mark.now)
      if (event !== undefined) return event
    }
    return null
  } finally {
    release()
  }
}

/** The next scheduled event of a device; null when there is none. */
export function nextEventIn(world: World): WorldEvent | null {
  const next = world.nextWake()
  if (next === null) return null
  const { at, index } = next
  return {
    at: iso(at),
    text: `${world.column('name')(index)}: ${world.read(nextEventText, index, at)}`,
    device: world.column('uuid')(index),
  }
}

const iso = (at: Instant): string => new Date(at).toISOString()

function eventIn(world: World, changed: Int32Array | null, since: Instant): WorldEvent | undefined {
  for (const index of new Set(changed ?? [])) {
    if (!world.exists(index)) continue
    const newest = world.read(describedEvents, index).at(-1)
    if (newest === undefined || newest.at <= since) continue
    return {
      at: iso(newest.at),
      text: `${world.column('name')(index)}: ${newest.detail}`,
      device: world.column('uuid')(index),
    }
  }
  return undefined
}
