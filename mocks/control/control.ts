import { controlOperations } from '../../openapi/generated/control-operations.ts'
import type { ControlOperationId } from '../../openapi/generated/control-operations.ts'
import type {
  operations,
  Replayed,
  RewindTarget,
  WorldReset,
  WorldState,
} from '../../openapi/generated/control.d.ts'
import { HttpError } from '../base/http-error.ts'
import { createRoutes } from '../http/operation-routes.ts'
import { jsonBody, empty, isJsonObject, json } from '../http/request-context.ts'
import type { HandlerResult, JsonObject, PathIn, ResponseIn } from '../http/request-context.ts'
import type { Diverged } from '../replay/replay.ts'
import { prepareScenario, scenarios } from '../worlds/registry.ts'
import { scenarioSummary } from '../worlds/scenario.ts'
import { worldFileIn } from '../worlds/world-file-in.ts'
import { parseInstant, setClock } from './clock-commands.ts'
import type { ControlContext, ResetRequest } from './control-context.ts'
import type { ControlBody, ControlQuery } from './control-input.ts'

function stateOf({ scenario, platform, seed, world, clock, store }: ControlContext): WorldState {
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
    ...(store.secrets.sessionsExpire ? { sessionsExpire: true } : {}),
    scenarios: scenarios.map(scenarioSummary),
  }
}

const replayed = (
  context: ControlContext,
  diverged: readonly Diverged[],
  isSame: boolean | null,
): HandlerResult<Replayed> =>
  json<Replayed>({
    ...stateOf(context),
    diverged: diverged.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    isSame,
  })

async function resetRequest({ at, worldFile: ownWorld, ...options }: WorldReset): Promise<ResetRequest> {
  const { scenario } = options
  if (scenario !== undefined && !scenarios.some(({ name }) => name === scenario)) {
    throw new HttpError(400, `There is no scenario "${scenario}"`)
  }
  const worldFile = await worldFileIn({ worldFile: ownWorld })
  return {
    ...options,
    ...(worldFile === undefined ? {} : { worldFile }),
    ...(at === undefined ? {} : { at: parseInstant('at', at) }),
  }
}

async function rewind(
  { history, clock }: ControlContext,
  { snapshot, moment, to }: RewindTarget,
): Promise<readonly Diverged[]> {
  const id = snapshot ?? moment
  if (id !== undefined) return history.rewind({ snapshot: id })
  if (to === undefined) throw new HttpError(400, 'Specify "snapshot" or "to"')
  const at = parseInstant('to', to)
  if (at > clock.now()) {
    throw new HttpError(400, 'That time is in the future; advance the clock instead')
  }
  return history.rewind({ at })
}

async function openedSession(context: ControlContext, body: JsonObject): Promise<HandlerResult<Replayed>> {
  const { openSession } = await onRequest()
  const { diverged, isSame } = await openSession(context, body)
  return replayed(context, diverged, isSame)
}

/** Code that only the panel and scripts need. */
const onRequest = () => import('./on-request.ts')

/** A session file that is not JSON is reported, because users can drop any file. */
async function sessionFileBody(request: Request): Promise<JsonObject> {
  try {
    const body: unknown = JSON.parse(await request.text())
    if (isJsonObject(body)) return body
  } catch {
    // Reported below.
  }
  throw new HttpError(400, 'This session file cannot be opened: it is not a JSON object')
}

/** A request of the control API, typed by its operation in the contract. */
interface ControlCall<Id extends ControlOperationId> {
  readonly context: ControlContext
  readonly request: Request
  readonly params: PathIn<operations[Id]>
  /** The query parameters. Throws 400 when they do not match the contract. */
  query(): Promise<ControlQuery<Id>>
  /** The JSON body. Throws 400 when it does not match the contract. */
  body(): Promise<ControlBody<Id>>
}

type Answer<Id extends ControlOperationId> = HandlerResult<ResponseIn<operations[Id]>>

/** A handler for each operation of the control API; one that is missing does not compile. */
type ControlHandlers = {
  readonly [Id in ControlOperationId]: (call: ControlCall<Id>) => Answer<Id> | Promise<Answer<Id>>
}

// The operations with a deprecated alias.

async function takeSnapshot({ context }: Pick<ControlCall<'control.takeSnapshot'>, 'context'>) {
  context.history.snapshots.take('asked')
  return json((await onRequest()).timelineOf(context), 201)
}

const readSessionFile = async ({ context }: Pick<ControlCall<'control.readSessionFile'>, 'context'>) =>
  json((await onRequest()).sessionOf(context))

const openSessionFile = async ({
  context,
  request,
}: Pick<ControlCall<'control.openSessionFile'>, 'context' | 'request'>) =>
  openedSession(context, await sessionFileBody(request))

const readStats = async ({ context }: Pick<ControlCall<'control.readStats'>, 'context'>) =>
  json((await onRequest()).statsOf(context))

const listEmails = async ({ context, query }: Pick<ControlCall<'control.listEmails'>, 'context' | 'query'>) =>
  json((await onRequest()).emailsIn(context.store, await query()))

const listRequests = async ({
  context,
  query,
}: Pick<ControlCall<'control.listRequests'>, 'context' | 'query'>) =>
  json((await onRequest()).requestLogEntries(context.requestLog, await query()))

const readRequest = async ({
  context,
  params,
}: Pick<ControlCall<'control.readRequest'>, 'context' | 'params'>) =>
  json(await (await onRequest()).requestLogEntry(context.requestLog, Number(params.n)))

const handlers: ControlHandlers = {
  'control.readReady': () => empty(),

  'control.listExternalDevices': ({ context: { world } }) =>
    json(
      world
        .externalDevices()
        .filter((index) => world.exists(index))
        .map(world.column('id')),
    ),

  'control.readState': ({ context }) => json(stateOf(context)),

  async 'control.moveClock'({ context, body }) {
    const command = await body()
    const { goToNext } = await onRequest()
    const happened = setClock(context, command, goToNext)
    return json({ ...stateOf(context), happened })
  },

  async 'control.openWorld'({ context, body }) {
    const request = await resetRequest(await body())
    await prepareScenario(request.scenario)
    context.reset(request)
    return json(stateOf(context))
  },

  'control.readWorldFile'({ context: { scenario } }) {
    if (scenario.worldFile === undefined)
      throw new HttpError(404, 'This world was not opened from a world file')
    return json({ ...scenario.worldFile })
  },

  'control.findTowns': async ({ query }) => json((await import('./find-towns.ts')).findTowns(await query())),

  async 'control.readNext'({ context }) {
    const { nextEventIn } = await onRequest()
    context.advance()
    return json(nextEventIn(context.world))
  },

  'control.readTimeline': async ({ context }) => json((await onRequest()).timelineOf(context)),

  'control.listChanges': async ({ context }) => json((await onRequest()).changesOf(context)),

  'control.takeSnapshot': takeSnapshot,
  'control.keepMoment': takeSnapshot,

  'control.rewind': async ({ context, body }) => replayed(context, await rewind(context, await body()), null),

  'control.readFingerprint': ({ context }) => json({ fingerprint: context.history.fingerprint() }),

  'control.readSessionFile': readSessionFile,
  'control.exportSession': readSessionFile,

  'control.openSessionFile': openSessionFile,
  'control.openSession': openSessionFile,

  'control.listFaults': ({ context }) => json(context.faults.list()),

  async 'control.addFault'({ context, body }) {
    const fault = await body()
    return json(context.faults.add((await onRequest()).faultWithIds(context, fault)), 201)
  },

  'control.clearFaults'({ context }) {
    context.faults.clear()
    return empty()
  },

  'control.removeFault'({ context, params: { id } }) {
    if (!context.faults.remove(Number(id))) throw new HttpError(404, `There is no fault ${id}`)
    return empty()
  },

  'control.listFleets': async ({ context }) => json((await onRequest()).joinableFleets(context)),

  async 'control.readFleetHistory'({ context, query }) {
    const range = await query()
    context.advance()
    return json((await onRequest()).fleetHistoriesOf(context, range))
  },

  async 'control.readFleetStatuses'({ context, query }) {
    const time = await query()
    context.advance()
    return json((await onRequest()).fleetStatusesIn(context, time))
  },

  async 'control.startDevice'({ context, body }) {
    const machine = await body()
    context.advance()
    return json((await onRequest()).startMachine(context, machine), 201)
  },

  async 'control.explainDevice'({ context, params }) {
    const { deviceNamed, explainDevice } = await onRequest()
    context.advance()
    return json(explainDevice(context.world, deviceNamed(context.world, params.device)))
  },

  async 'control.changeDevice'({ context, params, body }) {
    const change = await body()
    return (await onRequest()).changeDevice(context, params.device, change)
  },

  async 'control.readMetrics'({ context, params, query }) {
    const range = await query()
    context.advance()
    const { deviceNamed, metricsOf } = await onRequest()
    return json(metricsOf(context, deviceNamed(context.world, params.device), range))
  },

  'control.readStats': readStats,
  'control.readFigures': readStats,

  'control.listPeople': async ({ context }) => json((await onRequest()).demoUsersOf(context.scenario)),

  'control.listEmails': listEmails,
  'control.readMail': listEmails,

  'control.listRequests': listRequests,
  'control.listJournal': listRequests,

  'control.readRequest': readRequest,
  'control.readJournalEntry': readRequest,

  'control.readSignInPage': async ({ context, request, params, query }) =>
    (await onRequest()).signInPage(context.store, { request, party: params.party, query: await query() }),

  'control.answerSignIn': async ({ context, request, params, query, body }) =>
    (await onRequest()).answerSignIn(
      context.store,
      { request, party: params.party, query: await query(), decision: await body() },
      context.clock.now(),
    ),

  'control.openSupportPortal': async ({ context, request, body }) =>
    (await onRequest()).supportPortal(context.store, request, await body()),
}

const operationAt = createRoutes(controlOperations)

/** Actions that are replayed with a session, or saved in its file. */
const RECORDED: ReadonlySet<ControlOperationId> = new Set([
  'control.moveClock',
  'control.addFault',
  'control.clearFaults',
  'control.startDevice',
  'control.changeDevice',
  'control.answerSignIn',
] as const)

/**
 * The control API `/__flotilla/…` (openapi/control.yaml): scenario, clock and rewind, faults, single devices, session
 * files, and third parties. For the panel, tests and scripts.
 */
export async function control(
  context: ControlContext,
  request: Request,
  isReplay = false,
): Promise<HandlerResult> {
  const url = new URL(request.url)
  const found = operationAt(request.method, url.pathname)
  if (found === undefined) throw new HttpError(404)
  const { id } = found
  const { recorder } = context.history
  const isRecorded = !isReplay && RECORDED.has(id)
  const sent = isRecorded ? await request.clone().text() : ''
  const release = isRecorded && id !== 'control.moveClock' ? context.clock.hold() : () => {}
  // The path has the parameters of this operation, and each handler reads the body of its own.
  const handle = handlers[id] as (call: ControlCall<never>) => HandlerResult | Promise<HandlerResult>
  const body = async (): Promise<unknown> => {
    const value = await jsonBody({ request })
    const { checkBody } = await import('./control-input.ts')
    checkBody(id, value)
    return value
  }
  const query = async (): Promise<unknown> => {
    const { readQuery } = await import('./control-input.ts')
    return readQuery(id, url.searchParams)
  }
  const call = { context, request, params: found.params(), query, body }
  try {
    const answer = await handle(call as ControlCall<never>)
    if (isRecorded && answer.status < 400) {
      recorder.note(request.method, url.pathname + url.search, sent)
    }
    return answer
  } finally {
    release()
  }
}
