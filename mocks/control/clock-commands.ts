import type { ClockMove, Instant as ControlInstant, WorldEvent } from '../../openapi/generated/control.d.ts'
import type { Instant } from '../../simulator/base/clock.ts'
import type { World } from '../../simulator/world/world.ts'
import { HttpError } from '../base/http-error.ts'
import { nextBuildAt } from '../builds/builds.ts'
import type { ControlContext } from './control-context.ts'

const DAY = 86_400_000
const MAX_JUMP = 366 * DAY
/** How far ahead to search for the next event. */
const LOOK_AHEAD = 30 * DAY
/** Most events of a device are not notable; the search stops after this many. */
const MAX_WAKES = 20_000

/** A time of a body, in milliseconds or as text. Throws 400 if it is none. */
export function instantOf(key: string, value: ControlInstant): Instant {
  const at = typeof value === 'number' ? value : Date.parse(value)
  if (Number.isNaN(at)) throw new HttpError(400, `"${key}" must be a time such as 2026-11-20T14:00Z`)
  return at
}

/** Moves the clock by `advanceMs`, `to` or `next`, sets its `speed`, or whether sessions follow it. Returns the event that `next` moved to. */
export function setClock(context: ControlContext, move: ClockMove): WorldEvent | null {
  const { clock, history } = context
  const { speed, advanceMs: ms, next, sessionsExpire } = move
  const to = move.to === undefined ? undefined : instantOf('to', move.to)
  if ([speed, ms, to, next, sessionsExpire].every((one) => one === undefined)) {
    throw new HttpError(400, 'Specify "speed", "advanceMs", "to", "next" or "sessionsExpire"')
  }
  if (sessionsExpire !== undefined) context.store.vault.sessionsExpire = sessionsExpire
  const target = to ?? (ms === undefined ? undefined : clock.now() + ms)
  let happened: WorldEvent | null = null
  if (target !== undefined) {
    if (target < clock.now()) throw new HttpError(400, 'The clock cannot go back; rewind the world instead')
    if (target > clock.now() + MAX_JUMP) throw new HttpError(400, 'The clock can jump at most one year')
    if (target > clock.now()) history.keep('jump')
    clock.advanceTo(target)
  } else if (next === true) {
    history.keep('jump')
    happened = goToNext(context)
  }
  if (speed !== undefined) clock.setSpeed(speed)
  context.advance()
  return happened
}

/** Advances the world to the next notable event and returns it; null when there is none. */
function goToNext(context: ControlContext): WorldEvent | null {
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
export function nextOf(world: World): WorldEvent | null {
  const next = world.nextEvent()
  if (next === null) return null
  const { at, index, what } = next
  return {
    at: iso(at),
    text: `${world.column('name')(index)}: ${what}`,
    device: world.column('uuid')(index),
  }
}

const iso = (at: Instant): string => new Date(at).toISOString()

function eventIn(world: World, changed: Int32Array | null, since: Instant): WorldEvent | undefined {
  for (const index of new Set(changed ?? [])) {
    if (!world.exists(index)) continue
    const newest = world.events(index).at(-1)
    if (newest === undefined || newest.at <= since) continue
    return {
      at: iso(newest.at),
      text: `${world.column('name')(index)}: ${newest.detail}`,
      device: world.column('uuid')(index),
    }
  }
  return undefined
}
