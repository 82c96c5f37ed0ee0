import { CONTROL_PREFIX } from './control-prefix.ts'
import { readBundle, writeBundle } from './session-file.ts'
import type { Bundle } from './session-file.ts'
import { momentIn, nextOf, numberIn, setClock } from './clock-commands.ts'
import type { Happened } from './clock-commands.ts'
import type { Controlled, ResetRequest } from './control-context.ts'
import { figuresOf } from './stats.ts'
import type { Figures } from './stats.ts'
import type { Diverged } from './history.ts'
import { journalEntries, journalEntry } from './request-log-answers.ts'
import { personsOf } from './demo-users.ts'
import type { Person } from './demo-users.ts'
import { joinableFleets, powerOn, startMachine } from './power.ts'
import type { JoinableFleet, PoweredOn } from './power.ts'
import { timelineOf } from './timeline.ts'
import type { Timeline } from './timeline.ts'
import { metricsOf } from './metrics.ts'
import type { Measured } from './metrics.ts'
import { deviceNamed, whyOf } from './explain.ts'
import type { Why } from './explain.ts'
import type { Fault } from '../faults.ts'
import { bodyOf, empty, isJsonObject, json } from '../http/request-context.ts'
import type { Answer, JsonObject } from '../http/request-context.ts'
import { letters } from './mailbox.ts'
import { Refusal } from '../odata/http-error.ts'
import { isPlatformName, PLATFORM_NAMES } from '../platforms/platform.ts'
import type { PlatformName } from '../platforms/platform.ts'
import { answerSignIn, signInPage, supportPortal } from '../third-party/third-party-pages.ts'
import { scenarios } from '../scenarios/registry.ts'
import { summaryOf } from '../scenarios/scenario.ts'
import type { ScenarioSummary } from '../scenarios/scenario.ts'

export interface ControlState {
  scenario: string
  platform: PlatformName
  title: string
  lookAt: string
  seed: number
  devices: number
  /** ISO 8601 with milliseconds. */
  now: string
  speed: number
  scenarios: ScenarioSummary[]
}

/** The state after a clock was moved, and what was met when one asked for the next thing that happens. */
export interface ClockAnswer extends ControlState {
  happened: Happened | null
}

/** The state after a replay, and what could not be done again. */
export interface ReplayAnswer extends ControlState {
  diverged: (Omit<Diverged, 'at'> & { at: string })[]
  /** Whether the world is the one that the session file tells of; null when there was nothing to compare. */
  isSame: boolean | null
}

function stateOf({ scenario, platform, seed, world, clock }: Controlled): ControlState {
  let devices = 0
  for (let index = 0; index < world.size; index++) if (world.exists(index)) devices++
  return {
    scenario: scenario.name,
    platform: platform.name,
    title: scenario.title,
    lookAt: scenario.lookAt,
    seed,
    devices,
    now: new Date(clock.now()).toISOString(),
    speed: clock.speed,
    scenarios: scenarios.map(summaryOf),
  }
}

const replayed = (controlled: Controlled, diverged: readonly Diverged[], isSame: boolean | null): Answer =>
  json<ReplayAnswer>({
    ...stateOf(controlled),
    diverged: diverged.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    isSame,
  })

function resetRequest(body: JsonObject): ResetRequest {
  const { scenario, platform } = body
  if (platform !== undefined && !isPlatformName(platform)) {
    throw new Refusal(400, `"platform" must be one of ${PLATFORM_NAMES.join(' and ')}`)
  }
  if (scenario !== undefined && !scenarios.some(({ name }) => name === scenario)) {
    throw new Refusal(400, `There is no scenario "${String(scenario)}"`)
  }
  const seed = numberIn(body, 'seed', 0, 2 ** 32 - 1)
  const devices = numberIn(body, 'devices', 1, 1_000_000)
  const at = momentIn(body, 'at')
  return {
    ...(typeof scenario === 'string' ? { scenario } : {}),
    ...(platform === undefined ? {} : { platform }),
    ...(seed === undefined ? {} : { seed }),
    ...(devices === undefined ? {} : { devices }),
    ...(at === undefined ? {} : { at }),
  }
}

async function rewind(controlled: Controlled, body: JsonObject): Promise<Answer> {
  const { history } = controlled
  const moment = numberIn(body, 'moment', 1, Number.MAX_SAFE_INTEGER)
  const to = momentIn(body, 'to')
  if (moment !== undefined) {
    history.rewindTo(moment)
    return replayed(controlled, [], null)
  }
  if (to === undefined) throw new Refusal(400, 'Say "moment" or "to"')
  if (to > controlled.clock.now()) {
    throw new Refusal(400, 'That moment has not come yet; move the clock instead')
  }
  return replayed(controlled, await history.rewind(to), null)
}

function bundleOf(controlled: Controlled): Bundle {
  const { scenario, platform, seed, wantedDevices, clock, faults, history } = controlled
  const release = clock.hold()
  try {
    return writeBundle({
      scenario: scenario.name,
      platform: platform.name,
      seed,
      devices: wantedDevices,
      openedAt: history.openedAt,
      now: clock.now(),
      speed: clock.speed,
      faults: faults.list(),
      actions: history.recorder.actions,
      fingerprint: history.fingerprint(),
    })
  } finally {
    release()
  }
}

async function openBundle(controlled: Controlled, body: JsonObject): Promise<Answer> {
  const read = readBundle(body)
  const { scenario, platform, seed, devices, openedAt, now, speed, faults, actions, fingerprint } = read
  const { clock, history } = controlled
  clock.setSpeed(0)
  controlled.reset({ scenario, platform, seed, at: openedAt, ...(devices === undefined ? {} : { devices }) })
  const diverged = await history.replay(actions, now)
  controlled.faults.clear()
  for (const fault of faults) controlled.faults.add(fault)
  const isSame = fingerprint === '' ? null : history.fingerprint() === fingerprint
  clock.setSpeed(speed)
  return replayed(controlled, diverged, isSame)
}

const CONTACTS = ['cloudlink', 'polls', 'tunnel', 'away'] as const

function touchDevice(controlled: Controlled, who: string, body: JsonObject): Answer {
  const { world, advance } = controlled
  advance()
  const index = deviceNamed(world, who)
  const { link, lock, contact, power } = body
  if (power !== undefined) {
    if (power !== 'on') throw new Refusal(400, '"power" must be "on"')
    powerOn(controlled, index)
  }
  if (link !== undefined) {
    if (link !== 'up' && link !== 'down') throw new Refusal(400, '"link" must be "up" or "down"')
    world.setLink(index, link === 'up')
  }
  if (contact !== undefined) {
    const wanted = CONTACTS.find((one) => one === contact)
    if (wanted === undefined) throw new Refusal(400, `"contact" must be one of ${CONTACTS.join(', ')}`)
    world.setContact(index, wanted)
  }
  if (lock !== undefined) {
    if (lock !== null && typeof lock !== 'string') throw new Refusal(400, '"lock" must be a service or null')
    world.setLock(index, lock)
  }
  return empty()
}

/** A fault may name devices by uuid or by name; it keeps their ids. */
function faultWithIds({ world }: Controlled, body: JsonObject): JsonObject {
  const { devices } = body
  if (!Array.isArray(devices)) return body
  const idOf = world.column('id')
  return {
    ...body,
    devices: devices.map((one: unknown) => (typeof one === 'string' ? idOf(deviceNamed(world, one)) : one)),
  }
}

async function answered(controlled: Controlled, request: Request, path: string): Promise<Answer | undefined> {
  const { faults, store, scenario, history } = controlled
  switch (`${request.method} ${path}`) {
    case 'GET state':
      return json(stateOf(controlled))
    case 'POST clock': {
      const happened = setClock(controlled, await bodyOf({ request }))
      return json<ClockAnswer>({ ...stateOf(controlled), happened })
    }
    case 'POST reset':
      controlled.reset(resetRequest(await bodyOf({ request })))
      return json(stateOf(controlled))
    case 'GET next':
      controlled.advance()
      return json<Happened | null>(nextOf(controlled.world))
    case 'GET timeline':
      return json<Timeline>(timelineOf(controlled))
    case 'POST moments':
      history.moments.take('asked')
      return json<Timeline>(timelineOf(controlled), 201)
    case 'POST rewind':
      return rewind(controlled, await bodyOf({ request }))
    case 'GET bundle':
      return json<Bundle>(bundleOf(controlled))
    case 'POST bundle':
      return openBundle(controlled, await bundleBody(request))
    case 'GET fingerprint':
      return json({ fingerprint: history.fingerprint() })
    case 'GET fleets':
      return json<JoinableFleet[]>(joinableFleets(controlled))
    case 'POST devices': {
      const body = await bodyOf({ request })
      controlled.advance()
      return json<PoweredOn>(startMachine(controlled, body), 201)
    }
    case 'GET faults':
      return json<Fault[]>(faults.list())
    case 'POST faults':
      return json<Fault>(faults.add(faultWithIds(controlled, await bodyOf({ request }))), 201)
    case 'DELETE faults':
      faults.clear()
      return empty()
    case 'GET figures':
      return json<Figures>(figuresOf(controlled))
    case 'GET people':
      return json<Person[]>(personsOf(scenario.people))
    case 'GET journal':
      return json(journalEntries(controlled.journal, new URL(request.url)))
    case 'GET mailbox':
      return json(letters(store, request))
    case 'POST support-portal':
      return supportPortal(store, request)
  }
  return undefined
}

/** A session file that is no JSON is told so, as people may drop any file. */
async function bundleBody(request: Request): Promise<JsonObject> {
  try {
    const body: unknown = JSON.parse(await request.text())
    if (isJsonObject(body)) return body
  } catch {
    // Told below.
  }
  throw new Refusal(400, 'This session file cannot be opened: it is no JSON object')
}

async function answeredBelow(
  controlled: Controlled,
  request: Request,
  path: string,
): Promise<Answer | undefined> {
  const [place = '', name = ''] = path.split('/', 2)
  switch (`${request.method} ${place}/`) {
    case 'GET sign-in/':
      return signInPage(controlled.store, request, name)
    case 'POST sign-in/':
      return answerSignIn(controlled.store, request, name, controlled.clock.now())
    case 'GET devices/':
      controlled.advance()
      return json<Why>(whyOf(controlled.world, deviceNamed(controlled.world, decodeURIComponent(name))))
    case 'GET metrics/':
      controlled.advance()
      return json<Measured[]>(
        metricsOf(controlled, deviceNamed(controlled.world, decodeURIComponent(name)), new URL(request.url)),
      )
    case 'POST devices/':
      return touchDevice(controlled, decodeURIComponent(name), await bodyOf({ request }))
    case 'DELETE faults/':
      if (!controlled.faults.remove(Number(name))) throw new Refusal(404, `There is no fault ${name}`)
      return empty()
    case 'GET journal/':
      return json(await journalEntry(controlled.journal, Number(name)))
  }
  return undefined
}

/** What has to be done again when a session is replayed, or is told in its file. */
const RECORDED = /^(?:(?:clock|faults|devices(?:\/.+)?|sign-in\/.+))$/

/**
 * Answers `/__flotilla/…` (openapi/control.yaml): the scenario, the clock and the way back, faults, single devices,
 * sessions as files, and the parties beside the platform. For the panel, tests and scripts.
 */
export async function control(controlled: Controlled, request: Request, isReplay = false): Promise<Answer> {
  const path = new URL(request.url).pathname.slice(CONTROL_PREFIX.length).replace(/\/$/, '')
  const { recorder } = controlled.history
  const isRecorded = !isReplay && request.method !== 'GET' && RECORDED.test(path)
  const body = isRecorded ? await request.clone().text() : ''
  const release = isRecorded && path !== 'clock' ? controlled.clock.hold() : () => {}
  try {
    const answer = path.includes('/')
      ? await answeredBelow(controlled, request, path)
      : await answered(controlled, request, path)
    if (answer === undefined) throw new Refusal(404)
    if (isRecorded && answer.status < 400) {
      const { pathname, search } = new URL(request.url)
      recorder.note(request.method, pathname + search, body)
    }
    return answer
  } finally {
    release()
  }
}
