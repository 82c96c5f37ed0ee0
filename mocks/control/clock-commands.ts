import type { WorldEvent } from '../../openapi/generated/control.d.ts'
import type { Instant } from '../../simulator/base/clock.ts'
import { MAX_SPEED } from '../base/clock.ts'
import { HttpError } from '../base/http-error.ts'
import type { JsonObject } from '../http/request-context.ts'
import type { ControlContext } from './control-context.ts'

const DAY = 86_400_000
const MAX_JUMP = 366 * DAY

/** An optional number of a body. Throws 400 if it is out of range. */
export function numberIn(body: JsonObject, key: string, min: number, max: number): number | undefined {
  const value = body[key]
  if (value === undefined) return undefined
  if (typeof value === 'number' && value >= min && value <= max) return value
  throw new HttpError(400, `"${key}" must be a number from ${min} to ${max}`)
}

/** An optional time of a body, in milliseconds or as text. Throws 400 if it is none. */
export function timeIn(body: JsonObject, key: string): Instant | undefined {
  const value = body[key]
  if (value === undefined) return undefined
  const at = typeof value === 'number' ? value : Date.parse(String(value))
  if (Number.isNaN(at)) throw new HttpError(400, `"${key}" must be a time such as 2026-11-20T14:00Z`)
  return at
}

/**
 * Moves the clock by `advanceMs`, `to` or `next`, sets its `speed`, or whether sessions follow it. Returns the event that `next`
 * moved to.
 */
export function setClock(
  context: ControlContext,
  body: JsonObject,
  goToNext: (context: ControlContext) => WorldEvent | null,
): WorldEvent | null {
  const { clock, history } = context
  const speed = numberIn(body, 'speed', 0, MAX_SPEED)
  const ms = numberIn(body, 'advanceMs', 0, MAX_JUMP)
  const to = timeIn(body, 'to')
  const next = body['next'] === true
  const { sessionsExpire } = body
  if (sessionsExpire !== undefined && typeof sessionsExpire !== 'boolean') {
    throw new HttpError(400, '"sessionsExpire" must be true or false')
  }
  if (speed === undefined && ms === undefined && to === undefined && !next && sessionsExpire === undefined) {
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
  } else if (next) {
    history.keep('jump')
    happened = goToNext(context)
  }
  if (speed !== undefined) clock.setSpeed(speed)
  context.advance()
  return happened
}
