import type { ControlledClock, Instant } from '../simulator/base/clock.ts'
import { requestCredential } from './access/authenticate.ts'
import { CONTROL_PREFIX } from './base/control-prefix.ts'
import { HttpError } from './base/http-error.ts'
import { control } from './control/control.ts'
import type { TerminalSocket } from './devices/terminal.ts'
import { injectFaults } from './faults/inject-faults.ts'
import { NetworkFault } from './faults/network-fault.ts'
import { staleReads } from './faults/stale-reads.ts'
import { limitRequests } from './http/limiter.ts'
import { chain } from './http/middleware.ts'
import type { Middleware } from './http/middleware.ts'
import type { HandlerResult } from './http/request-context.ts'
import { preflight, errorResponse, respond } from './http/responses.ts'
import { Lifecycle } from './lifecycle/lifecycle.ts'
import type { LifecycleOptions } from './lifecycle/lifecycle.ts'
import type { ActionRecord } from './replay/replay.ts'
import type { CloudSnapshot } from './replay/snapshots.ts'

export interface CloudOptions extends LifecycleOptions {
  /** Rate limit: 350 requests per 60 s for each caller, then 429 (docs/platform/http.md). */
  rateLimit?: boolean
}

export interface Cloud {
  /**
   * Handles a request. An internal error of the cloud becomes an empty 500 and is logged to the console. Rejects only
   * with a NetworkFault, when a fault simulates a dead network: the host then fails the connection.
   */
  handle(request: Request): Promise<Response>
  connectTerminal(socket: TerminalSocket): void
  readonly clock: ControlledClock
  snapshot(): CloudSnapshot
  /** The recorded session of the world. */
  recordedActions(): ActionRecord
  /** Continues from the state of another cloud. Returns the number of actions that could not be replayed. */
  resume(session: Pick<ActionRecord, 'actions' | 'faults'>, until: Instant): Promise<number>
  dispose(): void
}

const REQUEST_LIMIT = { limit: 350, windowMs: 60_000 }

const answerErrors: Middleware = async ({ request }, next) => {
  try {
    return await next()
  } catch (error) {
    if (error instanceof NetworkFault) throw error
    if (error instanceof HttpError) return errorResponse(request, error)
    // The client disconnected while the body was read: no response, and no error of the cloud.
    if (!request.signal.aborted) console.error(`${request.method} ${request.url} failed:`, error)
    return errorResponse(request, new HttpError(500))
  }
}

const answerControl =
  (lifecycle: Lifecycle): Middleware =>
  async ({ request, url }, next) =>
    url.pathname.startsWith(CONTROL_PREFIX) ? respond(request, await control(lifecycle, request)) : next()

const recordActions =
  ({ history }: Lifecycle): Middleware =>
  (exchange, next) => {
    history.takeDueSnapshot()
    return history.recorder.watch(exchange, next)
  }

/** What real devices will answer, by the response that stands for it. */
type LaterResults = WeakMap<Response, () => Promise<HandlerResult>>

/** Waits for real devices outside of the recorded request, so that the world goes on. */
const awaitDevices =
  (later: LaterResults): Middleware =>
  async ({ request }, next) => {
    const response = await next()
    const result = later.get(response)
    return result === undefined ? response : respond(request, await result())
  }

/** Creates a cloud: store, simulated devices and handlers behind one function. All state lives in the returned value. */
export function createCloud(options: CloudOptions): Cloud {
  const lifecycle = new Lifecycle(options)
  const { clock, faults, history, requestLog, realNow, terminals } = lifecycle
  const later: LaterResults = new WeakMap()
  const answer = chain(
    [
      ...(options.keepsHistory === true ? [requestLog.watch] : []),
      answerErrors,
      answerControl(lifecycle),
      injectFaults(faults, () => lifecycle.world),
      ...(options.rateLimit === true ? [limitRequests(REQUEST_LIMIT, realNow)] : []),
      staleReads(faults, realNow),
      awaitDevices(later),
      recordActions(lifecycle),
    ],
    async ({ request }) => {
      lifecycle.advance()
      const result = await lifecycle.perform(request)
      lifecycle.wakeDevices()
      const response = respond(request, result)
      if (result.kind === 'later') later.set(response, result.result)
      return response
    },
  )
  return {
    clock,
    async handle(request) {
      if (request.method === 'OPTIONS') return preflight(request)
      const url = new URL(request.url)
      // Loads code first, because no concurrent request may come between a change and its entry in the action log. If this
      // fails, the handler tries again and reports the error.
      await lifecycle.prepare(request, url)?.catch(() => {})
      return answer({ request, url, credential: requestCredential(request, url) })
    },
    connectTerminal: (socket) => terminals.connect(socket),
    snapshot: () => lifecycle.snapshot(),
    recordedActions: () => lifecycle.actionRecord(),
    async resume(session, until) {
      return (await history.goTo({ actions: session.actions, until, faults: session.faults })).length
    },
    dispose: () => lifecycle.dispose(),
  }
}
