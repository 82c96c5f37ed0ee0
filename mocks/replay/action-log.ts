import type { Instant } from '../../simulator/base/clock.ts'
import { requestCredential } from '../access/authenticate.ts'
import { looksLikeToken, verifyToken } from '../access/tokens.ts'
import type { Middleware } from '../http/middleware.ts'
import type { Store } from '../store/store.ts'

/** The origin of recorded requests that do not specify one. */
const DEFAULT_ORIGIN = 'https://api.flotilla.test'

/** A recorded action of a user or client; replayed at the same time, it has the same effect. */
export interface Action {
  at: Instant
  /** The username of a user with a session. */
  as?: string
  /** The id of the API key that was used. */
  key?: number
  method: string
  /** With its query. */
  path: string
  /** If it is not the default. */
  origin?: string
  type?: string
  body?: string
  /** The body is binary, encoded in base64. */
  isBase64?: true
  /** The body was too large to be recorded, so this action cannot be replayed. */
  isOmitted?: true
}

/** Requests that change nothing: opening sessions, permission checks. */
const CHANGES_NOTHING =
  /^\/(?:login_$|auth\/totp\/verify$|user\/v1\/refresh-token$|download|supervisor\/(?:ping|v1\/device)$)|\/canAccess$/
const DEVICE_POLL = /^\/device\/v[23]\/[0-9a-f]+\/state$/
/** Endless bodies. */
const OPEN_ENDED = /ndjson/
const MAX_BODY_BYTES = 64 * 1024

const encodeBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

const decodeBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

type RecordedBody = Pick<Action, 'type' | 'body' | 'isBase64' | 'isOmitted'>

async function recordedBody(request: Request): Promise<RecordedBody> {
  const type = request.headers.get('content-type')
  const typed = type === null ? {} : { type }
  if (request.body === null) return typed
  if (type !== null && OPEN_ENDED.test(type)) return { ...typed, isOmitted: true }
  const bytes = new Uint8Array(await request.clone().arrayBuffer())
  if (bytes.length === 0) return typed
  if (bytes.length > MAX_BODY_BYTES) return { ...typed, isOmitted: true }
  const isText = type !== null && /json|text|urlencoded/.test(type)
  return isText
    ? { ...typed, body: new TextDecoder().decode(bytes) }
    : { ...typed, body: encodeBase64(bytes), isBase64: true }
}

function senderOf(store: Store, request: Request, url: URL, realNow: number): Pick<Action, 'as' | 'key'> {
  const credential = requestCredential(request, url)
  if (credential === undefined) return {}
  if (!looksLikeToken(credential)) {
    const known = store.secrets.keys.get(credential)
    return known === undefined ? {} : { key: known.key }
  }
  const claims = verifyToken(store, credential, realNow)
  if (claims === undefined || store.rows('user').byId(claims.id) < 0) return {}
  return { as: store.rows('user').reader('username')(claims.id) }
}

/**
 * Emailed secrets contain a signature that differs between clouds. Actions that use one therefore contain a reference to
 * the email instead.
 */
const emailReference = (id: number) => `{email ${id}}`
/** Session files of earlier versions say `letter`. */
const EMAIL_REFERENCE = /\{(?:email|letter) (\d+)\}/g

function withoutSecrets(store: Store, text: string): string {
  let result = text
  for (const { id, token } of store.secrets.emails) {
    if (token.length > 8) result = result.replaceAll(token, emailReference(id))
  }
  return result
}

function withSecrets(store: Store, text: string): string {
  return text.replaceAll(
    EMAIL_REFERENCE,
    (reference, id: string) =>
      store.secrets.emails.find((email) => email.id === Number(id))?.token ?? reference,
  )
}

/** The request that replays an action. `credential` is that of its user. */
export function replayedRequest(store: Store, action: Action, credential: string | undefined): Request {
  const { origin = DEFAULT_ORIGIN, path, method, body, isBase64, type } = action
  const headers = new Headers()
  if (type !== undefined) headers.set('content-type', type)
  if (credential !== undefined) headers.set('authorization', `Bearer ${credential}`)
  const content =
    body === undefined ? null : isBase64 === true ? decodeBase64(body) : withSecrets(store, body)
  return new Request(`${origin}${withSecrets(store, path)}`, { method, headers, body: content })
}

export interface ActionLogOptions {
  store(): Store
  now(): Instant
  realNow(): number
  /** Stops the clock until the returned function is called. */
  hold(): () => void
  /** Called before something changes. */
  beforeChange(): void
}

export interface ActionLog {
  readonly actions: readonly Action[]
  /** Runs a request of the platform at one point in time, and records it if it changed something. */
  watch: Middleware
  /** Records an action of the control API. */
  note(method: string, path: string, body: string): void
  /** Replaces the recorded actions. */
  restart(actions: readonly Action[]): void
}

/** Records what users, clients and devices do to a cloud. */
export function createActionLog(options: ActionLogOptions): ActionLog {
  let actions: Action[] = []

  const change: Middleware = async ({ request, url }, act) => {
    const recorded = await recordedBody(request)
    options.beforeChange()
    const release = recorded.isOmitted === true ? () => {} : options.hold()
    try {
      const store = options.store()
      const action: Action = {
        at: options.now(),
        ...senderOf(store, request, url, options.realNow()),
        method: request.method,
        path: withoutSecrets(store, url.pathname + url.search),
        ...(url.origin === DEFAULT_ORIGIN ? {} : { origin: url.origin }),
        ...recorded,
        ...(recorded.body === undefined || recorded.isBase64 === true
          ? {}
          : { body: withoutSecrets(store, recorded.body) }),
      }
      // Recorded before it runs, so that concurrent actions follow in the order in which they take effect.
      actions = [...actions, action]
      const forget = () => {
        actions = actions.filter((one) => one !== action)
      }
      try {
        const response = await act()
        if (response.status >= 400) forget()
        return response
      } catch (error) {
        forget()
        throw error
      }
    } finally {
      release()
    }
  }

  /** Records only reads with side effects: polls of devices, and reads that create secrets. */
  const read: Middleware = async ({ request, url }, act) => {
    const store = options.store()
    const { drawn } = store.secrets.generator
    const at = options.now()
    const response = await act()
    const isPoll = DEVICE_POLL.test(url.pathname)
    if (
      store === options.store() &&
      (isPoll || store.secrets.generator.drawn !== drawn) &&
      response.status < 400
    ) {
      const sender = senderOf(store, request, url, options.realNow())
      const origin = url.origin === DEFAULT_ORIGIN ? {} : { origin: url.origin }
      actions = [...actions, { at, ...sender, method: 'GET', path: url.pathname + url.search, ...origin }]
    }
    return response
  }

  return {
    get actions() {
      return actions
    },
    watch(exchange, act) {
      const { method } = exchange.request
      if (method === 'GET' || method === 'HEAD') return read(exchange, act)
      return CHANGES_NOTHING.test(exchange.url.pathname) ? act() : change(exchange, act)
    },
    note(method, path, body) {
      const recorded = body === '' ? {} : { type: 'application/json', body }
      actions = [...actions, { at: options.now(), method, path, ...recorded }]
    },
    restart(replacement) {
      actions = [...replacement]
    },
  }
}
