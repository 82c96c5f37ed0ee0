import type { ClockMove, Instant as ControlInstant, WorldEvent } from '../../openapi/generated/control.d.ts'
import type { Instant } from '../../simulator/base/clock.ts'
import { HttpError } from '../base/http-error.ts'
import type { ControlContext } from './control-context.ts'

const DAY = 86_400_000
const MAX_JUMP = 366 * DAY

/** The last time that a date can have. */
const LAST = 8.64e15

/** A time in milliseconds, which are digits in a query, or as text. Throws 400 if it is none. */
export function parseInstant(key: string, value: ControlInstant): Instant {
  const at = typeof value === 'number' || /^\d{6,}$/.test(value) ? Number(value) : Date.parse(value)
  if (!(Math.abs(at) <= LAST)) throw new HttpError(400, `"${key}" must be a time such as 2026-11-20T14:00Z`)
  return at
}

/**
 * Moves the clock by `advanceMs`, `to` or `next`, sets its `speed`, or whether sessions follow it. Returns the event that `next`
 * moved to.
 */
export function setClock(
  context: ControlContext,
  move: ClockMove,
  goToNext: (context: ControlContext) => WorldEvent | null,
): WorldEvent | null {
  const { clock, history } = context
  const { speed, advanceMs: ms, next, sessionsExpire } = move
  const to = move.to === undefined ? undefined : parseInstant('to', move.to)
  if ([speed, ms, to, next, sessionsExpire].every((one) => one === undefined)) {
    throw new HttpError(400, 'Specify "speed", "advanceMs", "to", "next" or "sessionsExpire"')
  }
  if (sessionsExpire !== undefined) context.store.secrets.sessionsExpire = sessionsExpire
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
