import { DataClient } from './data.ts'
import { Http, type SessionEnd } from './http.ts'
import { createSession } from './session.ts'
import { createSupervisor } from './supervisor.ts'
import { createTokenStore, type TokenStore } from './token.ts'

export interface ApiOptions {
  apiUrl: string
  terminalUrl: string
  /** Where this mode keeps its token. */
  tokenKey: string
  onSessionEnd?(why: SessionEnd): void
  onThrottled?(waitMs: number): void
  fetch?: typeof fetch
}

/** Everything through which the dashboard talks to the platform. */
export interface Api {
  readonly http: Http
  readonly data: DataClient
  readonly session: ReturnType<typeof createSession>
  readonly supervisor: ReturnType<typeof createSupervisor>
  readonly token: TokenStore
  readonly terminalUrl: string
}

let connected: Api | null = null

/** Connects the dashboard to one platform; called once at start, and by each test for itself. */
export function connectApi(options: ApiOptions): Api {
  const token = createTokenStore(options.tokenKey)
  const http = new Http({
    apiUrl: options.apiUrl,
    token,
    onSessionEnd: (why) => options.onSessionEnd?.(why),
    onThrottled: (waitMs) => options.onThrottled?.(waitMs),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  })
  connected = {
    http,
    data: new DataClient(http),
    session: createSession(http, token),
    supervisor: createSupervisor(http),
    token,
    terminalUrl: options.terminalUrl,
  }
  return connected
}

/** The connected platform. Loaders and queries start after `connectApi`; anything earlier is a mistake. */
export function api(): Api {
  if (connected === null) throw new Error('The platform is asked for before connectApi was called')
  return connected
}
