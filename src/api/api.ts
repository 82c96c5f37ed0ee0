import { createActions } from './actions.ts'
import { browserNavigation, type ExternalNavigation } from '@/lib/external-navigation.ts'
import { noThirdParties, type ThirdParties } from '@/lib/third-parties.ts'
import { createBuilder } from './builder.ts'
import { DataClient } from './data.ts'
import { createAuthFlows } from './auth-flows.ts'
import { Http, type HttpOptions, type SessionEnd } from './http.ts'
import { everyFeature, type PlatformFeature, type PlatformFeatures } from './platform-features.ts'
import { createServiceClient, type ServiceClient } from './service-client.ts'
import { createSession } from './session.ts'
import { createSupervisor } from './supervisor.ts'
import { createTokenStore, type TokenStore } from './token.ts'
import { createWriteLog, type WriteLog } from './write-log.ts'

export interface ApiOptions {
  apiUrl: string
  terminalUrl: string
  /** Where longer work on devices is asked for; `apiUrl` when left out. */
  actionsUrl?: string
  /** Where releases are built; `apiUrl` when left out. */
  builderUrl?: string
  /** What time it is where the devices are; the real time when left out. */
  now?: () => number
  /** Where this mode keeps its token. */
  tokenKey: string
  onSessionEnd?(why: SessionEnd): void
  onThrottled?(waitMs: number): void
  /** Called after each write that the platform accepted. */
  onWritten?(method: string, path: string): void
  /** Called before each write of somebody who is signed in; what it answers is called with the outcome. */
  onWrite?: HttpOptions['onWrite']
  fetch?: typeof fetch
  /** The ways to other parties; the browser itself when left out. */
  outside?: ExternalNavigation
  /** Names this site to the captcha; null where none is configured. */
  captchaKey?: string | null
  /** Nobody is asked when left out. */
  parties?: ThirdParties
}

/** Everything through which the dashboard talks to the platform. */
export interface Api {
  readonly http: Http
  readonly data: DataClient
  readonly services: ServiceClient
  readonly session: ReturnType<typeof createSession> & {
    /** Calls it at the end of each session; one listener is called once. */
    onSignOut(listener: () => void): void
  }
  readonly entry: ReturnType<typeof createAuthFlows>
  readonly outside: ExternalNavigation
  readonly captchaKey: string | null
  readonly parties: ThirdParties
  readonly supervisor: ReturnType<typeof createSupervisor>
  readonly actions: ReturnType<typeof createActions>
  readonly builder: ReturnType<typeof createBuilder>
  /** What this client did to devices since the page was opened. */
  readonly writes: WriteLog
  readonly token: TokenStore
  readonly terminalUrl: string
  /** What time it is where the devices are. */
  now(): number
  /** What this platform offers: everything, until something else is learned. */
  readonly features: PlatformFeatures
  /** What the platform said of itself when it was looked at; undefined where that was not done or not answered. */
  readonly platformConfig: unknown
  /**
   * Finds out what kind of platform this is: the open-source backend has no `GET /config`. Whatever cannot be reached is
   * taken for the hosted one.
   */
  detectPlatform(): Promise<void>
  /** Finds out, once in each session, what only somebody who is signed in can see of a platform that need not have it. */
  lookAround(): Promise<void>
}

let connected: Api | null = null

/** Connects the dashboard to one platform; called once at start, and by each test for itself. */
export function connectApi(options: ApiOptions): Api {
  const token = createTokenStore(options.tokenKey)
  const now = options.now ?? (() => Date.now())
  const writes = createWriteLog(now)
  const http = new Http({
    apiUrl: options.apiUrl,
    token,
    onSessionEnd: (why) => options.onSessionEnd?.(why),
    onThrottled: (waitMs) => options.onThrottled?.(waitMs),
    onWritten(method, path, body) {
      writes.note(method, path, body)
      options.onWritten?.(method, path)
    },
    ...(options.onWrite === undefined ? {} : { onWrite: options.onWrite }),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  })
  const data = new DataClient(http, now)
  const services = createServiceClient(http)
  const session = createSession(services, token)
  let features = everyFeature
  let platformConfig: unknown
  let looking: Promise<void> | null = null
  /** False where the platform was asked and could not be reached. */
  let isKnown = true
  const leaving = new Set([writes.forget, () => void (looking = null)])
  connected = {
    http,
    data,
    services,
    session: {
      ...session,
      onSignOut: (listener) => void leaving.add(listener),
      signOut() {
        for (const leave of leaving) leave()
        session.signOut()
        http.leave()
      },
    },
    entry: createAuthFlows(services, token),
    outside: options.outside ?? browserNavigation,
    captchaKey: options.captchaKey ?? null,
    parties: options.parties ?? noThirdParties,
    supervisor: createSupervisor(services),
    actions: createActions(http, options.actionsUrl ?? options.apiUrl),
    builder: createBuilder(http, options.builderUrl ?? options.apiUrl),
    writes,
    now,
    token,
    terminalUrl: options.terminalUrl,
    get features() {
      return features
    },
    get platformConfig() {
      return platformConfig
    },
    async detectPlatform() {
      const answer = await http.glance('/config')
      isKnown = answer !== null
      if (answer?.status === 200) platformConfig = answer.json
      if (answer?.status !== 404) return
      const [reduction, heartbeat, { markedFeatures }] = await Promise.all([
        import('./open-balena.ts'),
        import('./online-by-heartbeat.ts'),
        import('./open-features.ts'),
      ])
      data.reduction = { ...reduction, ...heartbeat }
      features = markedFeatures()
      data.isHeartbeatOnly = !features.vpn
    },
    async lookAround() {
      if (!isKnown) await this.detectPlatform()
      if (data.reduction === null) return
      looking ??= import('./open-features.ts')
        .then(({ probeFeatures }) => probeFeatures(data))
        .then((found) => {
          features = { ...features, ...found }
          data.isHeartbeatOnly = !features.vpn
        })
        // What could not be seen now is looked for at the next start.
        .catch(() => {})
      await looking
    },
  }
  return connected
}

/** The connected platform. Loaders and queries start after `connectApi`; anything earlier is a mistake. */
export function api(): Api {
  if (connected === null) throw new Error('The platform is asked for before connectApi was called')
  return connected
}

/** Whether the connected platform has it, for what is drawn and linked. */
export const offers = (feature: PlatformFeature): boolean => (connected?.features ?? everyFeature)[feature]
