import type {
  ClockAnswer,
  DemoUser,
  Email,
  Explanation,
  Fault,
  FleetHistory,
  JoinableFleet,
  Measured,
  PlatformChange,
  PoweredOn,
  Replayed,
  SessionFile,
  Timeline,
  WorldEvent,
  WorldState,
  WorldStats,
} from '../../openapi/generated/control.d.ts'
import { CONTROL_PREFIX } from '../base/control-prefix.ts'
import { HttpError } from '../base/http-error.ts'
import { bodyOf, empty, isJsonObject, json } from '../http/request-context.ts'
import type { HandlerResult, JsonObject } from '../http/request-context.ts'
import { isPlatformName, PLATFORM_NAMES } from '../platforms/platform.ts'
import type { Diverged } from '../replay/replay.ts'
import type { Store } from '../store/store.ts'
import { scenarios } from '../worlds/registry.ts'
import { summaryOf } from '../worlds/scenario.ts'
import { worldFileIn } from '../worlds/world-file-in.ts'
import { nextOf, numberIn, setClock, timeIn } from './clock-commands.ts'
import type { ControlContext, ResetRequest } from './control-context.ts'
import { demoUsersOf } from './demo-users.ts'
import { deviceNamed, explainDevice } from './explain.ts'

function stateOf({ scenario, platform, seed, world, clock }: ControlContext): WorldState {
  let devices = 0
  for (let index = 0; index < world.size; index++) if (world.exists(index)) devices++
  return {
    scenario: scenario.name,
    platform: platform.name,
    title: scenario.title,
    description: scenario.description,
    seed,
    devices,
    now: new Date(clock.now()).toISOString(),
    speed: clock.speed,
    ...(scenario.worldFile?.organization?.accent === undefined
      ? {}
      : { accent: scenario.worldFile.organization.accent }),
    scenarios: scenarios.map(summaryOf),
  }
}

const replayed = (
  context: ControlContext,
  diverged: readonly Diverged[],
  isSame: boolean | null,
): HandlerResult =>
  json<Replayed>({
    ...stateOf(context),
    diverged: diverged.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    isSame,
  })

async function resetRequest(body: JsonObject): Promise<ResetRequest> {
  const { scenario, platform } = body
  if (platform !== undefined && !isPlatformName(platform)) {
    throw new HttpError(400, `"platform" must be one of ${PLATFORM_NAMES.join(' and ')}`)
  }
  if (scenario !== undefined && !scenarios.some(({ name }) => name === scenario)) {
    throw new HttpError(400, `There is no scenario "${String(scenario)}"`)
  }
  const seed = numberIn(body, 'seed', 0, 2 ** 32 - 1)
  const devices = numberIn(body, 'devices', 1, 1_000_000)
  const at = timeIn(body, 'at')
  const worldFile = await worldFileIn(body)
  return {
    ...(worldFile === undefined ? {} : { worldFile }),
    ...(typeof scenario === 'string' ? { scenario } : {}),
    ...(platform === undefined ? {} : { platform }),
    ...(seed === undefined ? {} : { seed }),
    ...(devices === undefined ? {} : { devices }),
    ...(at === undefined ? {} : { at }),
  }
}

async function rewind(context: ControlContext, body: JsonObject): Promise<HandlerResult> {
  const { history } = context
  const snapshot = numberIn(body, 'moment', 1, Number.MAX_SAFE_INTEGER)
  const at = timeIn(body, 'to')
  if (snapshot !== undefined) return replayed(context, await history.rewind({ snapshot }), null)
  if (at === undefined) throw new HttpError(400, 'Specify "moment" or "to"')
  if (at > context.clock.now()) {
    throw new HttpError(400, 'That time is in the future; advance the clock instead')
  }
  return replayed(context, await history.rewind({ at }), null)
}

async function openedSession(context: ControlContext, body: JsonObject): Promise<HandlerResult> {
  const { openSession } = await onRequest()
  const { diverged, isSame } = await openSession(context, body)
  return replayed(context, diverged, isSame)
}

/** Code that only the panel and scripts need. */
const onRequest = () => import('./on-request.ts')

const CONTACTS = ['cloudlink', 'polls', 'tunnel', 'away'] as const

async function changeDevice(
  context: ControlContext,
  device: string,
  body: JsonObject,
): Promise<HandlerResult> {
  const { powerOn } = await onRequest()
  const { world, advance } = context
  advance()
  const index = deviceNamed(world, device)
  const { link, lock, contact, power } = body
  if (power !== undefined) {
    if (power !== 'on') throw new HttpError(400, '"power" must be "on"')
    powerOn(context, index)
  }
  if (link !== undefined) {
    if (link !== 'up' && link !== 'down') throw new HttpError(400, '"link" must be "up" or "down"')
    world.setLink(index, link === 'up')
  }
  if (contact !== undefined) {
    const connectivity = CONTACTS.find((one) => one === contact)
    if (connectivity === undefined)
      throw new HttpError(400, `"contact" must be one of ${CONTACTS.join(', ')}`)
    world.setConnectivity(index, connectivity)
  }
  if (lock !== undefined) {
    if (lock !== null && typeof lock !== 'string')
      throw new HttpError(400, '"lock" must be a service or null')
    world.setLock(index, lock)
  }
  return empty()
}

/** A fault can list devices by UUID or name; their ids are stored. */
function faultWithIds({ world }: ControlContext, body: JsonObject): JsonObject {
  const { devices } = body
  if (!Array.isArray(devices)) return body
  const idOf = world.column('id')
  return {
    ...body,
    devices: devices.map((one: unknown) => (typeof one === 'string' ? idOf(deviceNamed(world, one)) : one)),
  }
}

async function handle(
  context: ControlContext,
  request: Request,
  path: string,
): Promise<HandlerResult | undefined> {
  const { faults, store, scenario, history } = context
  switch (`${request.method} ${path}`) {
    case 'GET state':
      return json(stateOf(context))
    case 'POST clock': {
      const happened = setClock(context, await bodyOf({ request }))
      return json<ClockAnswer>({ ...stateOf(context), happened })
    }
    case 'POST reset':
      context.reset(await resetRequest(await bodyOf({ request })))
      return json(stateOf(context))
    case 'GET world':
      if (scenario.worldFile === undefined)
        throw new HttpError(404, 'This world was not opened from a world file')
      return json<object>(scenario.worldFile)
    case 'GET next':
      context.advance()
      return json<WorldEvent | null>(nextOf(context.world))
    case 'GET timeline':
      return json<Timeline>((await onRequest()).timelineOf(context))
    case 'GET changes':
      return json<PlatformChange[]>((await onRequest()).changesOf(context))
    case 'POST moments':
      history.snapshots.take('asked')
      return json<Timeline>((await onRequest()).timelineOf(context), 201)
    case 'POST rewind':
      return rewind(context, await bodyOf({ request }))
    case 'GET bundle':
      return json<SessionFile>((await onRequest()).sessionOf(context))
    case 'POST bundle':
      return openedSession(context, await bundleBody(request))
    case 'GET fingerprint':
      return json({ fingerprint: history.fingerprint() })
    case 'GET fleets':
      return json<JoinableFleet[]>((await onRequest()).joinableFleets(context))
    case 'GET fleet-history':
      context.advance()
      return json<FleetHistory[]>((await onRequest()).fleetHistoriesOf(context, new URL(request.url)))
    case 'POST devices': {
      const body = await bodyOf({ request })
      context.advance()
      return json<PoweredOn>((await onRequest()).startMachine(context, body), 201)
    }
    case 'GET faults':
      return json<Fault[]>(faults.list())
    case 'POST faults':
      return json<Fault>(faults.add(faultWithIds(context, await bodyOf({ request }))), 201)
    case 'DELETE faults':
      faults.clear()
      return empty()
    case 'GET figures':
      return json<WorldStats>((await onRequest()).statsOf(context))
    case 'GET people':
      return json<DemoUser[]>(demoUsersOf(scenario))
    case 'GET journal':
      return json((await onRequest()).requestLogEntries(context.journal, new URL(request.url)))
    case 'GET mailbox':
      return json(listEmails(store, request))
    case 'POST support-portal':
      return (await onRequest()).supportPortal(store, request)
  }
  return undefined
}

/** The mock mailbox, newest first; `?to=` filters by address. */
function listEmails({ vault }: Store, request: Request): Email[] {
  const to = new URL(request.url).searchParams.get('to')?.toLowerCase()
  return vault.letters
    .filter((email) => to === undefined || email.to === to)
    .map((email) => ({ ...email, at: new Date(email.at).toISOString() }))
    .toReversed()
}

/** A session file that is not JSON is reported, because users can drop any file. */
async function bundleBody(request: Request): Promise<JsonObject> {
  try {
    const body: unknown = JSON.parse(await request.text())
    if (isJsonObject(body)) return body
  } catch {
    // Reported below.
  }
  throw new HttpError(400, 'This session file cannot be opened: it is not a JSON object')
}

async function handleNested(
  context: ControlContext,
  request: Request,
  path: string,
): Promise<HandlerResult | undefined> {
  const [place = '', name = ''] = path.split('/', 2)
  switch (`${request.method} ${place}/`) {
    case 'GET sign-in/':
      return (await onRequest()).signInPage(context.store, request, name)
    case 'POST sign-in/':
      return (await onRequest()).answerSignIn(context.store, request, name, context.clock.now())
    case 'GET devices/':
      context.advance()
      return json<Explanation>(
        explainDevice(context.world, deviceNamed(context.world, decodeURIComponent(name))),
      )
    case 'GET metrics/':
      context.advance()
      return json<Measured[]>(
        (await onRequest()).metricsOf(
          context,
          deviceNamed(context.world, decodeURIComponent(name)),
          new URL(request.url),
        ),
      )
    case 'POST devices/':
      return changeDevice(context, decodeURIComponent(name), await bodyOf({ request }))
    case 'DELETE faults/':
      if (!context.faults.remove(Number(name))) throw new HttpError(404, `There is no fault ${name}`)
      return empty()
    case 'GET journal/':
      return json(await (await onRequest()).requestLogEntry(context.journal, Number(name)))
  }
  return undefined
}

/** Actions that are replayed with a session, or saved in its file. */
const RECORDED = /^(?:(?:clock|faults|devices(?:\/.+)?|sign-in\/.+))$/

/**
 * The control API `/__flotilla/…` (openapi/control.yaml): scenario, clock and rewind, faults, single devices, session
 * files, and third parties. For the panel, tests and scripts.
 */
export async function control(
  context: ControlContext,
  request: Request,
  isReplay = false,
): Promise<HandlerResult> {
  const path = new URL(request.url).pathname.slice(CONTROL_PREFIX.length).replace(/\/$/, '')
  const { recorder } = context.history
  const isRecorded = !isReplay && request.method !== 'GET' && RECORDED.test(path)
  const body = isRecorded ? await request.clone().text() : ''
  const release = isRecorded && path !== 'clock' ? context.clock.hold() : () => {}
  try {
    const answer = path.includes('/')
      ? await handleNested(context, request, path)
      : await handle(context, request, path)
    if (answer === undefined) throw new HttpError(404)
    if (isRecorded && answer.status < 400) {
      const { pathname, search } = new URL(request.url)
      recorder.note(request.method, pathname + search, body)
    }
    return answer
  } finally {
    release()
  }
}
