import type { SessionFile } from '../../openapi/generated/control.d.ts'
import type { Instant } from '../../simulator/base/clock.ts'
import { HttpError } from '../base/http-error.ts'
import { faultFrom } from '../faults/faults.ts'
import type { JsonObject } from '../http/request-context.ts'
import { replayedRequest, type Action } from '../replay/action-log.ts'
import type { Diverged } from '../replay/replay.ts'
import type { Store } from '../store/store.ts'
import { OWN_WORLD } from '../worlds/own-world.ts'
import { prepareScenario, scenarios } from '../worlds/registry.ts'
import { worldFileIn } from '../worlds/world-file-in.ts'
import { parseInstant } from './clock-commands.ts'
import type { ControlContext } from './control-context.ts'
import { problemWith } from './control-input.ts'

const SESSION_FILE_FORMAT = 'flotilla-session'
const SESSION_FILE_VERSION = 1

/** Session files are untrusted input: impossible times, and histories that would take hours to replay, are rejected. */
const FIRST_OPENING = Date.UTC(1970, 0)
const LAST_OPENING = Date.UTC(2100, 0)
const MAX_DURATION = 10 * 366 * 86_400_000

const iso = (at: Instant): string => new Date(at).toISOString()

/** Everything needed to recreate the world on another machine: its start and its actions with their times. */
export function currentSessionFile(context: ControlContext): SessionFile {
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

function actionFrom(
  store: Store,
  { at, ...request }: SessionFile['actions'][number],
  number: number,
): Action {
  const action: Action = { at: parseInstant(`actions.${number - 1}.at`, at), ...request }
  try {
    // Invalid requests must be detected before the current world is replaced.
    replayedRequest(store, action, undefined)
  } catch {
    throw invalid(`action ${number} is no request that can be sent`)
  }
  return action
}

/** The session file in an untrusted body: first whether it is one that this version can open, then its fields. */
function sessionFileIn(body: JsonObject): SessionFile {
  const { format, version, scenario } = body
  if (format !== SESSION_FILE_FORMAT) throw invalid(`it is no ${SESSION_FILE_FORMAT} file`)
  if (version !== SESSION_FILE_VERSION) {
    throw invalid(
      `it has version ${String(version)}, and only version ${SESSION_FILE_VERSION} is understood here`,
    )
  }
  if (scenario !== OWN_WORLD && !scenarios.some(({ name }) => name === scenario)) {
    throw invalid(`there is no scenario "${String(scenario)}"`)
  }
  // Files of earlier versions have no fingerprint.
  const file = { fingerprint: '', ...body }
  const problem = problemWith('control.openSessionFile', file)
  if (problem !== undefined) throw invalid(problem)
  return file as unknown as SessionFile
}

function readSessionFile(store: Store, body: JsonObject) {
  const { platform = 'hosted', ...file } = sessionFileIn(body)
  for (const fault of file.faults) faultFrom(fault, 1)
  const openedAt = parseInstant('openedAt', file.openedAt)
  const now = parseInstant('now', file.now)
  if (openedAt < FIRST_OPENING || openedAt > LAST_OPENING) throw invalid('"openedAt" is in no world’s time')
  if (now - openedAt > MAX_DURATION) throw invalid('"now" lies more than ten years after "openedAt"')
  const actions: Action[] = []
  let last = openedAt
  for (const [index, each] of file.actions.entries()) {
    const action = actionFrom(store, each, index + 1)
    if (action.at < last) throw invalid(`action ${index + 1} lies before the one before it`)
    last = action.at
    actions.push(action)
  }
  if (now < last) throw invalid('"now" lies before its last action')
  return { ...file, platform, openedAt, now, actions }
}
