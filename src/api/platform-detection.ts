import { deferred, type Deferred } from '@/lib/deferred.ts'
import type { DataClient } from './data.ts'
import type { Http } from './http.ts'
import { everyFeature, type PlatformFeatures } from './platform-features.ts'
import type { PlatformKind } from './platform-kind.ts'
import { pause } from './request-limit.ts'
import type { TokenStore } from './token.ts'

/** Waiting times before the platform is asked again; the last one repeats. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]
const waitAfter = (tries: number) => WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? 0
/** The time limit of one attempt. */
const ATTEMPT_MS = 30_000
/** How long the queries of a first visit that depend on it wait for the first answer. */
const FIRST_ANSWER_MS = 1_000
/** How long a failed query waits to learn which platform this is. */
const PROOF_MS = 30_000
/** The open-source backend rejects valid tokens when its database times out. */
const SESSION_RECHECKS_MS = [2_000, 6_000]
/** A proven platform is checked again at most this often. */
const CHECK_EVERY_MS = 60_000

export interface DetectionParts {
  http: Http
  data: DataClient
  token: TokenStore
  /** The key of local storage for the result; undefined: it is not stored. */
  storageKey: string | undefined
}

/** The result of an earlier visit. */
interface Remembered {
  apiUrl: string
  kind: PlatformKind
  probed: Partial<PlatformFeatures>
}

/**
 * Detects which platform this is, and adapts the data API to it (docs/platform/hosted-and-open.md). Until it is known,
 * the result of the last visit applies, else the hosted platform is assumed. The start does not wait for it: it is asked
 * until an answer is conclusive, and who listens to changes shows pages again.
 */
export function createPlatformDetection({ http, data, token, storageKey }: DetectionParts) {
  const stopped = new AbortController()
  const listeners = new Set<() => void>()
  let kind: PlatformKind | null = null
  let provenAt: number | null = null
  let config: unknown
  let isMock = false
  let features = everyFeature
  let probed: Partial<PlatformFeatures> = {}
  /** The end of asking, of the current attempt, and what ends the wait for the next one. */
  let asking: { known: Promise<void>; attempt: Deferred<void>; hurry?: () => void } | null = null
  let probing: { tried: Promise<unknown>; ends: AbortController } | null = null
  let wantsProbes = false
  /** When `/config` may be asked again, by `performance.now()`. */
  let configNotBefore = 0

  /** Whether two sets of features differ. */
  const differ = (one: object, other: object) => JSON.stringify(one) !== JSON.stringify(other)

  async function adaptTo(next: PlatformKind, found: Partial<PlatformFeatures>): Promise<void> {
    if (next === 'hosted') {
      data.reduction = null
      features = everyFeature
    } else {
      const [reduction, heartbeat, { markedFeatures }] = await Promise.all([
        import('./open-balena.ts'),
        import('./online-by-heartbeat.ts'),
        import('./open-features.ts'),
      ])
      data.reduction = { ...reduction, ...heartbeat }
      features = { ...markedFeatures(), ...found }
    }
    data.isHeartbeatOnly = next === 'open' && !features.vpn
    http.sessionRechecksMs = next === 'open' ? SESSION_RECHECKS_MS : []
    kind = next
    probed = found
  }

  /** Applies a result, stores it, and tells listeners if pages look different with it. */
  async function settle(
    next: PlatformKind,
    found: Partial<PlatformFeatures>,
    wasLate = false,
  ): Promise<void> {
    const before = features
    await adaptTo(next, found)
    remember({ apiUrl: http.apiUrl, kind: next, probed: found })
    if (wasLate || differ(before, features)) for (const listener of listeners) listener()
  }

  function remember(result: Remembered): void {
    if (storageKey === undefined) return
    try {
      localStorage.setItem(storageKey, JSON.stringify(result))
    } catch {
      // Without storage, or if it is full, the next visit starts with the hosted platform.
    }
  }

  function remembered(): Remembered | null {
    if (storageKey === undefined) return null
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
      return isRemembered(stored) && stored.apiUrl === http.apiUrl ? stored : null
    } catch {
      return null
    }
  }

  /** A second way to tell the platforms apart, with the user's rights; null if it cannot be loaded. */
  async function kindByQuery(): Promise<PlatformKind | null> {
    if (token.get() === null) return null
    const loaded = await import('./kind-by-query.ts').catch(() => null)
    return (await loaded?.kindByQuery(http)) ?? null
  }

  /** One attempt; `kind` is null if the answer is not conclusive, such as 401, 429, 503 or none. */
  async function attempt(): Promise<{ found: PlatformKind | null; waitMs: number }> {
    const isAllowed = performance.now() >= configNotBefore
    const answer = isAllowed ? await http.probe('/config', ATTEMPT_MS) : null
    if (isAllowed) configNotBefore = performance.now() + (answer?.retryAfterMs ?? 0)
    const isConfig = answer?.status === 200 && typeof answer.json === 'object' && answer.json !== null
    if (isConfig) config = answer.json
    isMock ||= answer?.isMock === true
    const byConfig = isConfig ? 'hosted' : answer?.status === 404 ? 'open' : null
    const isSurprise = byConfig === null || (kind !== null && kind !== byConfig)
    return {
      found: isSurprise ? ((await kindByQuery()) ?? byConfig) : byConfig,
      waitMs: configNotBefore - performance.now(),
    }
  }

  async function askUntilKnown(): Promise<void> {
    for (let tries = 0; !stopped.signal.aborted; tries++) {
      const { found, waitMs } = await attempt().catch(() => ({ found: null, waitMs: 0 }))
      const isApplied =
        found !== null &&
        (await settle(found, found === kind ? probed : {}, tries > 0).then(
          () => true,
          // A part of the dashboard could not be loaded.
          () => false,
        ))
      if (isApplied) {
        provenAt = Date.now()
        if (wantsProbes) void probe()
        return
      }
      if (asking === null) return
      const sleep = new AbortController()
      asking.hurry = () => sleep.abort()
      asking.attempt.resolve()
      const wait = Math.max(waitMs, waitAfter(tries))
      await pause(wait, AbortSignal.any([sleep.signal, stopped.signal])).catch(() => {})
      delete asking.hurry
    }
  }

  let querying: Promise<boolean> | null = null
  /** Resolves when the rights of the user tell the platform, for a query that failed before `/config` was answered. */
  async function provenByQuery(): Promise<void> {
    querying ??= kindByQuery()
      .then(async (found) => {
        if (found === null || provenAt !== null) return false
        await settle(found, found === kind ? probed : {})
        provenAt = Date.now()
        if (wantsProbes) void probe()
        return true
      })
      .catch(() => false)
      .finally(() => (querying = null))
    if (!(await querying)) await new Promise(() => {})
  }

  /** Starts asking, or the next attempt if one is waited for. */
  function ask() {
    if (asking === null) {
      asking = { known: Promise.resolve(), attempt: deferred() }
      const { attempt: first } = asking
      asking.known = askUntilKnown().finally(() => {
        asking?.attempt.resolve()
        first.resolve()
        asking = null
      })
    } else if (asking.hurry !== undefined) {
      asking.attempt = deferred()
      asking.hurry()
      delete asking.hurry
    }
    return { known: asking.known, tried: asking.attempt.promise }
  }

  function probe(): Promise<unknown> {
    if (kind !== 'open') return Promise.resolve()
    if (probing === null) {
      const ends = new AbortController()
      const signal = AbortSignal.any([ends.signal, stopped.signal])
      const tried = import('./feature-checks.ts').then(({ checkFeatures }) =>
        checkFeatures(data, signal, waitAfter, async (feature, found) => {
          if (kind === 'open') await settle('open', { ...probed, [feature]: found })
        }),
      )
      probing = { tried, ends }
    }
    // If the checks cannot be loaded, they are carried out at the next start.
    return probing.tried.catch(() => {})
  }

  return {
    get features() {
      return features
    },
    get config() {
      return config
    },
    get isMock() {
      return isMock
    },
    /** Whether an answer has told which platform this is. */
    get isKnown() {
      return provenAt !== null
    },

    /** Applies the result of the last visit. Sends no request. */
    async recall(): Promise<void> {
      const result = remembered()
      if (result !== null) await adaptTo(result.kind, result.probed).catch(() => {})
    },

    /** Asks until the platform is known. Resolves after the first attempt. */
    detect(): Promise<void> {
      if (provenAt !== null) return Promise.resolve()
      const { tried } = ask()
      // Nothing is known yet, and an answer is probably on its way.
      if (kind === null) {
        const settling = Promise.race([tried, pause(FIRST_ANSWER_MS, stopped.signal).catch(() => {})])
        data.settling = settling
        void settling.then(() => {
          if (data.settling === settling) data.settling = null
        })
      }
      return tried
    },

    /** Resolves when the platform is known. */
    known: (): Promise<void> => (provenAt === null ? ask().known : Promise.resolve()),

    /** Checks features with the rights of the user who is signed in. Resolves after the first attempt. */
    async detectFeatures(): Promise<void> {
      wantsProbes = true
      await this.detect()
      await probe()
    },

    /** At the end of a session: the next user may be allowed to see more. */
    forgetUser(): void {
      wantsProbes = false
      probing?.ends.abort()
      probing = null
    },

    /**
     * Called after a query failed that the hosted platform would have answered: returns whether the platform turned out to
     * be another one, so that the query can be repeated.
     */
    async reconsider(resource: string | undefined, options: object): Promise<boolean> {
      const { lacksResource, withoutLacking } = await import('./open-balena.ts')
      const isTelling =
        (resource !== undefined && lacksResource(resource)) || differ(withoutLacking(options), options)
      if (!isTelling) return false
      const before = kind
      if (provenAt === null) {
        await Promise.race([ask().known, provenByQuery(), pause(PROOF_MS, stopped.signal).catch(() => {})])
      } else if (Date.now() - provenAt >= CHECK_EVERY_MS) {
        provenAt = null
        await ask().tried
      }
      return kind !== before && kind === 'open'
    },

    /** Calls the listener when pages look different on the platform as it is known now. Returns a function that stops it. */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Stops asking. */
    stop: () => stopped.abort(),
  }
}

function isRemembered(stored: unknown): stored is Remembered {
  if (typeof stored !== 'object' || stored === null) return false
  const { apiUrl, kind, probed } = stored as Partial<Record<keyof Remembered, unknown>>
  return (
    typeof apiUrl === 'string' &&
    (kind === 'hosted' || kind === 'open') &&
    typeof probed === 'object' &&
    probed !== null &&
    Object.values(probed).every((value) => typeof value === 'boolean')
  )
}
