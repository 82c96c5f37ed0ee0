import { browserNavigation, type ExternalNavigation } from '@/lib/external-navigation.ts'
import { noThirdParties, type ThirdParties } from '@/lib/third-parties.ts'
import { createAuthFlows } from './auth-flows.ts'
import { DataClient } from './data.ts'
import { Http, type HttpOptions, type SessionEnd } from './http.ts'
import { createPlatformDetection } from './platform-detection.ts'
import { everyFeature, type PlatformFeature, type PlatformFeatures } from './platform-features.ts'
import { createServiceClient, type ServiceClient } from './service-client.ts'
import { createSession } from './session.ts'
import { createTokenStore, type TokenStore } from './token.ts'
import { createWriteLog, type WriteLog } from './write-log.ts'

export interface ApiOptions {
  apiUrl: string
  terminalUrl: string
  /** URL of the actions service; default `apiUrl`. */
  actionsUrl?: string
  /** URL of the builder; default `apiUrl`. */
  builderUrl?: string
  /** The time of the platform; default: real time. */
  now?: () => number
  /** Storage of the session token. */
  tokenKey: string
  /** Storage of the kind of platform; omitted: it is not stored. */
  platformKey?: string
  onSessionEnd?(why: SessionEnd): void
  onThrottled?(waitMs: number): void
  /** Called after each write that the platform accepted. */
  onChanged?: HttpOptions['onChanged']
  /** Called before each write of a signed-in user; the returned function is called with the result. */
  onChange?: HttpOptions['onChange']
  fetch?: typeof fetch
  /** Navigation to external sites; default: the browser's. */
  outside?: ExternalNavigation
  /** The captcha site key; null if not configured. */
  captchaKey?: string | null
  /** Omitted: not requested. */
  parties?: ThirdParties
}

/** All clients of the platform. */
export interface Api {
  readonly http: Http
  readonly data: DataClient
  readonly services: ServiceClient
  readonly session: ReturnType<typeof createSession> & {
    /** Calls the listener at the end of each session; a listener is added only once. */
    onSignOut(listener: () => void): void
  }
  readonly entry: ReturnType<typeof createAuthFlows>
  readonly outside: ExternalNavigation
  readonly captchaKey: string | null
  readonly parties: ThirdParties
  /** URL of the actions service. */
  readonly actionsUrl: string
  /** URL of the builder. */
  readonly builderUrl: string
  /** What this client has done to devices since the page was opened. */
  readonly writes: WriteLog
  readonly token: TokenStore
  readonly terminalUrl: string
  /** The time of the platform. */
  now(): number
  /** The features of this platform: all, until detected otherwise. */
  readonly features: PlatformFeatures
  /** The platform's configuration, from its detection; undefined if there was no answer or the platform has none. */
  readonly platformConfig: unknown
  /** Whether a mock cloud answered the detection. */
  readonly isMock: boolean
  /** Whether an answer has told which platform this is; until then `features` are those of the last visit, or all. */
  readonly isPlatformKnown: boolean
  /** Assumes the platform of the last visit until it is detected. Sends no request. */
  recallPlatform(): Promise<void>
  /**
   * Detects the kind of platform: the open-source backend has no `GET /config`. Asks until the answer is conclusive, but
   * resolves after the first attempt.
   */
  detectPlatform(): Promise<void>
  /** Resolves when the platform is detected, which may take until it is available again. */
  platformKnown(): Promise<void>
  /** Detects, once per session, features that only signed-in users can check. Resolves after the first attempt. */
  detectFeatures(): Promise<void>
  /** Calls the listener when another platform or other features were detected, so that pages can be shown again. Returns a function that stops it. */
  onPlatformChange(listener: () => void): () => void
  /** Stops detecting. */
  stopDetecting(): void
}

let connected: Api | null = null

/** Connects the dashboard to a platform; called once at start, and by each test. */
export function connectApi(options: ApiOptions): Api {
  connected?.stopDetecting()
  const token = createTokenStore(options.tokenKey)
  const now = options.now ?? (() => Date.now())
  const writes = createWriteLog(now)
  const http = new Http({
    apiUrl: options.apiUrl,
    token,
    onSessionEnd: (why) => options.onSessionEnd?.(why),
    onThrottled: (waitMs) => options.onThrottled?.(waitMs),
    onChanged(change) {
      writes.note(change)
      options.onChanged?.(change)
    },
    ...(options.onChange === undefined ? {} : { onChange: options.onChange }),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  })
  const data = new DataClient(http, now)
  const services = createServiceClient(http)
  const session = createSession(services, token)
  const platform = createPlatformDetection({ http, data, token, storageKey: options.platformKey })
  data.reconsider = (resource, query) => platform.reconsider(resource, query)
  const leaving = new Set([writes.forget, platform.forgetUser])
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
    actionsUrl: options.actionsUrl ?? options.apiUrl,
    builderUrl: options.builderUrl ?? options.apiUrl,
    writes,
    now,
    token,
    terminalUrl: options.terminalUrl,
    get features() {
      return platform.features
    },
    get platformConfig() {
      return platform.config
    },
    get isMock() {
      return platform.isMock
    },
    get isPlatformKnown() {
      return platform.isKnown
    },
    recallPlatform: () => platform.recall(),
    detectPlatform: () => platform.detect(),
    platformKnown: () => platform.known(),
    detectFeatures: () => platform.detectFeatures(),
    onPlatformChange: (listener) => platform.onChange(listener),
    stopDetecting: () => platform.stop(),
  }
  return connected
}

/** The connected platform. Loaders and queries run after `connectApi`; calling this earlier is a bug. */
export function api(): Api {
  if (connected === null) throw new Error('The platform is asked for before connectApi was called')
  return connected
}

/** Whether the connected platform has a feature, for rendering and links. */
export const offers = (feature: PlatformFeature): boolean => (connected?.features ?? everyFeature)[feature]
