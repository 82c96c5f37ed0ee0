import type { SessionFile } from '../../openapi/generated/control.d.ts'
import type { Instant } from '../../simulator/base/clock.ts'
import { MAX_SPEED } from '../base/clock.ts'
import { HttpError } from '../base/http-error.ts'
import { faultFrom } from '../faults/faults.ts'
import { isJsonObject } from '../http/request-context.ts'
import type { JsonObject } from '../http/request-context.ts'
import { isPlatformName } from '../platforms/platform.ts'
import { requestOf, type Action } from '../replay/action-log.ts'
import type { Diverged } from '../replay/replay.ts'
import type { Store } from '../store/store.ts'
import { OWN_WORLD } from '../worlds/own-world.ts'
import { prepareScenario, scenarios } from '../worlds/registry.ts'
import { worldFileIn } from '../worlds/world-file-in.ts'
import type { ControlContext } from './control-context.ts'

const SESSION_FILE_FORMAT = 'flotilla-session'
const SESSION_FILE_VERSION = 1

const MAX_ACTIONS = 100_000
/** Session files are untrusted input: impossible times, and histories that would take hours to replay, are rejected. */
const FIRST_OPENING = Date.UTC(1970, 0)
const LAST_OPENING = Date.UTC(2100, 0)
const MAX_DURATION = 10 * 366 * 86_400_000

const iso = (at: Instant): string => new Date(at).toISOString()

/** Everything needed to recreate the world on another machine: its start and its actions with their times. */
export function sessionOf(context: ControlContext): SessionFile {
  const { scenario, platform, seed, requestedDevices, clock, faults, history } = context
  // No time may pass between the timestamp and the fingerprint.
  const release = clock.hold()
  try {
    return {
      format: SESSION_FILE_FORMAT,
      version: SESSION_FILE_VERSION,
      scenario: scenario.name,
      ...(scenario.name === OWN_WORLD ? { worldFile: scenario.worldFile } : {}),
      seed,
      speed: clock.speed,
      fingerprint: history.fingerprint(),
      ...(requestedDevices === undefined ? {} : { devices: requestedDevices }),
      ...(platform.name === 'hosted' ? {} : { platform: platform.name }),
      openedAt: iso(history.openedAt),
      now: iso(clock.now()),
      faults: faults.list().map(({ id: _id, ...fault }) => fault),
      actions: history.recorder.actions.map(({ at, ...action }) => ({ ...action, at: iso(at) })),
    }
  } finally {
    release()
  }
}

/**
 * Opens the world of a session file and replaces the current one. `isSame`: whether the result equals the world in the
 * file; null when the file has no fingerprint. Throws 400 with a readable message when the file is invalid.
 */
export async function openSession(
  context: ControlContext,
  body: JsonObject,
): Promise<{ diverged: readonly Diverged[]; isSame: boolean | null }> {
  const { scenario, platform, seed, devices, openedAt, now, speed, faults, actions, fingerprint } =
    readSessionFile(context.store, body)
  const worldFile = scenario === OWN_WORLD ? await worldFileIn(body) : undefined
  if (scenario === OWN_WORLD && worldFile === undefined) throw invalid('it lacks its world file')
  await prepareScenario(scenario)
  const { clock, history } = context
  const before = clock.speed
  clock.setSpeed(0)
  try {
    context.reset({
      scenario,
      worldFile,
      platform,
      seed,
      at: openedAt,
      ...(devices === undefined ? {} : { devices }),
    })
  } catch (error) {
    clock.setSpeed(before)
    throw error
  }
  const diverged = await history.goTo({ actions, until: now })
  context.faults.clear()
  for (const fault of faults) context.faults.add(fault)
  const isSame = fingerprint === '' ? null : history.fingerprint() === fingerprint
  clock.setSpeed(speed)
  return { diverged, isSame }
}

const invalid = (what: string) => new HttpError(400, `This session file cannot be opened: ${what}`)

function timeIn(body: JsonObject, key: string): Instant {
  const at = Date.parse(String(body[key]))
  if (Number.isNaN(at)) throw invalid(`"${key}" is not a time such as 2026-11-20T14:00:00.000Z`)
  return at
}

function numberIn(body: JsonObject, key: string, max: number): number {
  const value = body[key]
  if (typeof value === 'number' && value >= 0 && value <= max) return value
  throw invalid(`"${key}" is no number from 0 to ${max}`)
}

const TEXTS = ['as', 'origin', 'type', 'body'] as const
const FLAGS = ['isBase64', 'isOmitted'] as const

function actionFrom(store: Store, value: unknown, number: number, from: Instant): Action {
  const where = `action ${number}`
  if (!isJsonObject(value)) throw invalid(`${where} is no object`)
  const { method, path, key } = value
  if (typeof method !== 'string' || !/^[A-Z]+$/.test(method)) throw invalid(`${where} has no method`)
  if (typeof path !== 'string' || !path.startsWith('/')) throw invalid(`${where} has no path`)
  const at = timeIn(value, 'at')
  if (at < from) throw invalid(`${where} lies before the one before it`)
  const action: Action = { at, method, path }
  for (const name of TEXTS) {
    const text = value[name]
    if (text !== undefined && typeof text !== 'string') throw invalid(`"${name}" of ${where} is no text`)
    if (text !== undefined) action[name] = text
  }
  for (const name of FLAGS) if (value[name] === true) action[name] = true
  if (typeof key === 'number') action.key = key
  try {
    // Invalid requests must be detected before the current world is replaced.
    requestOf(store, action, undefined)
  } catch {
    throw invalid(`${where} is no request that can be sent`)
  }
  return action
}

function readSessionFile(store: Store, body: JsonObject) {
  if (body['format'] !== SESSION_FILE_FORMAT) throw invalid(`it is no ${SESSION_FILE_FORMAT} file`)
  if (body['version'] !== SESSION_FILE_VERSION) {
    throw invalid(
      `it has version ${String(body['version'])}, and only version ${SESSION_FILE_VERSION} is understood here`,
    )
  }
  const { scenario, platform = 'hosted', devices, faults, actions, fingerprint } = body
  if (scenario !== OWN_WORLD && !scenarios.some(({ name }) => name === scenario)) {
    throw invalid(`there is no scenario "${String(scenario)}"`)
  }
  if (!isPlatformName(platform)) throw invalid(`there is no platform "${String(platform)}"`)
  if (!Array.isArray(faults) || !faults.every(isJsonObject)) throw invalid('"faults" is no list of faults')
  for (const fault of faults) faultFrom(fault, 1)
  if (!Array.isArray(actions)) throw invalid('"actions" is no list')
  if (actions.length > MAX_ACTIONS) throw invalid(`it has more than ${MAX_ACTIONS} actions`)
  const openedAt = timeIn(body, 'openedAt')
  const now = timeIn(body, 'now')
  if (openedAt < FIRST_OPENING || openedAt > LAST_OPENING) throw invalid('"openedAt" is in no world’s time')
  if (now - openedAt > MAX_DURATION) throw invalid('"now" lies more than ten years after "openedAt"')
  const read: Action[] = []
  for (const [at, action] of actions.entries()) {
    read.push(actionFrom(store, action, at + 1, read.at(-1)?.at ?? openedAt))
  }
  if (now < (read.at(-1)?.at ?? openedAt)) throw invalid('"now" lies before its last action')
  return {
    scenario: String(scenario),
    platform,
    seed: numberIn(body, 'seed', 2 ** 32 - 1),
    devices: devices === undefined ? undefined : numberIn(body, 'devices', 1_000_000),
    openedAt,
    now,
    speed: numberIn(body, 'speed', MAX_SPEED),
    faults,
    actions: read,
    fingerprint: typeof fingerprint === 'string' ? fingerprint : '',
  }
}
