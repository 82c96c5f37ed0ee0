import { dataOperationIds, serviceOperations } from '../../openapi/generated/operations.ts'
import type { DataVerb } from '../../openapi/generated/operations.ts'
import { callerAccess } from '../access/access.ts'
import { authenticate, callerOfKey, requestCredential } from '../access/authenticate.ts'
import type { Caller } from '../access/caller.ts'
import { sourceFor } from '../access/source.ts'
import { readsResource } from '../access/visibility.ts'
import { didYouMean } from '../base/closest-name.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { deviceAddress } from '../devices/device-address.ts'
import { createRoutes } from '../http/operation-routes.ts'
import { empty } from '../http/request-context.ts'
import type { HandlerResult, RequestContext, CloudParts } from '../http/request-context.ts'
import { MOCK_HEADERS } from '../http/responses.ts'
import { OTHER_HOSTS } from '../third-party/third-party-hosts.ts'
import { dataHandlers, loadWrites } from './data-handlers.ts'
import { checkKey, openQuery } from './open-dialect.ts'
import { serviceHandler, loadLaterHandlers } from './service-handlers.ts'

export interface Router {
  /** Loads the code needed to handle a request; undefined when everything is loaded. */
  prepare(request: Request, url: URL): Promise<unknown> | undefined
  /** Throws an HttpError for every response that is not a success. */
  route(cloud: CloudParts, request: Request): Promise<HandlerResult>
}

/** Version 6 of the data API, which some clients use. */
const loadOlderVersion = () => import('./older-data-api.ts')

/** Routes that ignore session tokens and keys. */
const WITHOUT_CREDENTIAL: ReadonlySet<string> = new Set([
  'config.ping',
  'config.connectivityCheck',
  'config.platform',
  'config.deviceTypes',
  'config.deviceType',
  'config.imageSize',
  'config.hostServices',
  'session.logIn',
  'account.register',
  'account.resetPassword',
  'account.verifyEmail',
  'single-sign-on.start',
  'single-sign-on.startSaml',
  'single-sign-on.finishSaml',
  // Reads its credential itself.
  'registry.token',
])

/** Requests allowed for a session whose second factor is still pending. */
const COMPLETES_SIGN_IN: ReadonlySet<string> = new Set(['two-factor.verify', 'two-factor.verifyRecoveryCode'])

/** The data API: the version of the contract, its internal name, and the previous version. */
const DATA_PREFIX = /^\/(?:v([67])|resin)(?=\/|$)/

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** Requests for the file of a row are not row operations. */
const FILE_ACTION = /\/(?:begin|commit|cancel)Upload$/

function verbOf(method: string, hasKey: boolean, count: boolean, property: string | undefined): DataVerb {
  switch (method) {
    case 'GET':
    case 'HEAD':
      if (property !== undefined) return 'navigate'
      return count ? 'count' : hasKey ? 'get' : 'list'
    case 'POST':
      return property === 'canAccess' ? 'canAccess' : 'create'
    case 'PATCH':
    case 'MERGE':
      return hasKey ? 'update' : 'updateMany'
    case 'PUT':
      return 'replace'
    case 'DELETE':
      return hasKey ? 'delete' : 'deleteMany'
    default:
      throw new HttpError(404)
  }
}

/** Operations that answer 304 to deleted and other unknown devices, whoever asks (docs/platform/device-protocol.md). */
const STATE_READS: ReadonlySet<string> = new Set(['state.readV2', 'state.readV3'])

/** Operations of devices that answer an invalid key themselves, since they look at the device first. */
const KEY_IS_CHECKED_LATER: ReadonlySet<string> = new Set([
  'logs.write',
  'logs.writeStream',
  'state.register',
  'state.report',
  'state.reportTags',
  'state.reportV2',
])

const resourceOf = (part: unknown): string | undefined =>
  typeof part === 'object' && part !== null && 'resource' in part ? String(part.resource) : undefined

/** Finds the operation of a request, authenticates the caller, and calls the handler with the data visible to the caller. */
export function createRouter(): Router {
  const serviceAt = createRoutes(serviceOperations, (id) => id === 'config.ping')
  const dataIds: ReadonlySet<string> = new Set(dataOperationIds())
  const reported = new Set<string>()

  function unknown(method: string, path: string): HttpError {
    if (!reported.has(path)) {
      reported.add(path)
      console.warn(`The mock cloud knows no ${method} ${path}`)
    }
    return new HttpError(404)
  }

  function callerOf(
    cloud: CloudParts,
    operation: string,
    credential: string | undefined,
    now: number,
  ): Caller {
    try {
      return authenticate(cloud.store, credential, now, cloud.realNow())
    } catch (error) {
      if (error instanceof HttpError && KEY_IS_CHECKED_LATER.has(operation)) return { kind: 'anonymous' }
      throw error
    }
  }

  function callFor(
    cloud: CloudParts,
    request: Request,
    url: URL,
    operation: string,
    params: Readonly<Record<string, string>>,
  ): RequestContext {
    const { store } = cloud
    const now = cloud.clock.now()
    const credential = WITHOUT_CREDENTIAL.has(operation) ? undefined : requestCredential(request, url)
    const caller = callerOf(cloud, operation, credential, now)
    if (caller.kind === 'user' && caller.pending === true && !COMPLETES_SIGN_IN.has(operation)) {
      throw unauthorized('The session still needs its second factor.')
    }
    const access = callerAccess(store, cloud.accessIndex, caller, now)
    return {
      operation,
      cloud,
      store,
      request,
      url,
      target: url.pathname + url.search,
      params,
      caller,
      access,
      source: sourceFor(store, access, now),
      now,
    }
  }

  async function data(cloud: CloudParts, request: Request, url: URL): Promise<HandlerResult> {
    const isOpen = cloud.store.platform.name === 'open'
    const key = isOpen ? url.searchParams.get('apikey') : null
    // Also beside a session that is valid.
    if (key !== null && callerOfKey(cloud.store, key, cloud.clock.now()) === undefined)
      throw new HttpError(500)
    const call = callFor(cloud, request, url, 'data', {})
    const read = cloud.parse(call.target, call.target.replace(DATA_PREFIX, ''))
    const parsed = isOpen ? { ...read, tree: openQuery(read.tree) } : read
    const { tree } = parsed
    const older = isVersion6(url) ? await loadOlderVersion() : undefined
    const context = older ? { ...call, source: older.apiV6SourceOf(call, tree.resource) } : call
    if (tree.link !== undefined) throw new HttpError(500)
    const resource =
      typeof tree.resource === 'string' ? context.source.schema.resource(tree.resource) : undefined
    if (resource === undefined) {
      const name = String(tree.resource)
      const known = context.source.schema.resources.map((each) => each.name)
      throw unauthorized(`There is no resource ${name}${didYouMean(name, known)}`)
    }
    if (isOpen) checkKey(tree, resource)
    const verb = verbOf(
      request.method,
      tree.key !== undefined,
      tree.count === true,
      resourceOf(tree.property),
    )
    if (!dataIds.has(`${resource.name}.${verb}`))
      throw unauthorized(`The platform has no ${request.method} for ${resource.name}.`)
    if (isRead(request.method) && !readsResource(context.caller, resource.name)) throw unauthorized()
    const dataCall = { ...context, resource, parsed }
    return older ? older.apiV6Data(verb, dataCall) : dataHandlers[verb](dataCall)
  }

  /** The open-source backend passes every path on to supervisors. */
  const toSupervisor = (
    { store }: CloudParts,
    { method }: Request,
    { pathname }: URL,
  ): ReturnType<typeof serviceAt> =>
    store.platform.name === 'open' && method === 'POST' && pathname.startsWith('/supervisor/')
      ? { id: 'proxy.ping', params: () => ({}) }
      : undefined

  const isVersion6 = ({ pathname }: URL) => DATA_PREFIX.exec(pathname)?.[1] === '6'

  const isData = ({ pathname }: URL) => DATA_PREFIX.test(pathname) && !FILE_ACTION.test(pathname)

  function prepare({ method }: Request, url: URL): Promise<unknown> | undefined {
    if (isData(url)) {
      const older = isVersion6(url) ? loadOlderVersion() : undefined
      return isRead(method) ? older : Promise.all([older, loadWrites()])
    }
    const found = serviceAt(method, url.pathname)
    return found === undefined || serviceHandler(found.id) !== undefined ? undefined : loadLaterHandlers()
  }

  return {
    prepare,
    async route(cloud, request) {
      const url = new URL(request.url)
      if (OTHER_HOSTS.includes(url.origin)) {
        const { otherHost } = await import('../third-party/other-hosts.ts')
        return otherHost(request, url, cloud.clock.now()) ?? empty(404)
      }
      const deviceResponse = deviceAddress(cloud, url)
      if (deviceResponse !== undefined) return deviceResponse
      if (isData(url)) return data(cloud, request, url)
      const found = serviceAt(request.method, url.pathname) ?? toSupervisor(cloud, request, url)
      if (found === undefined) throw unknown(request.method, url.pathname)
      const { id } = found
      if (!cloud.store.platform.has(id))
        throw new HttpError(404, null, id === 'config.platform' ? MOCK_HEADERS : {})
      const params = found.params()
      if (STATE_READS.has(id) && cloud.store.world.indexOfUuid(params['uuid'] ?? '') < 0) return empty(304)
      if (serviceHandler(id) === undefined) await loadLaterHandlers()
      const context = callFor(cloud, request, url, id, params)
      // The route's pattern guarantees the path parameters of this handler.
      const handle = serviceHandler(id) as (context: RequestContext) => HandlerResult | Promise<HandlerResult>
      return handle(context)
    },
  }
}
