import type { PlatformName } from '../../mocks/platforms/platform.ts'

/** A platform that is only read. */
export interface Side {
  name: string
  /** Sends a GET. Rejects without a response. */
  get(path: string): Promise<Exchange>
}

export interface Exchange {
  request: Request
  response: Response
}

export interface SideOptions {
  name: string
  url: string
  token: string
  fetch?: typeof fetch
  /** Time between two requests. */
  pauseMs?: number
  sleep?: (ms: number) => Promise<void>
}

/** Four requests a second: well below the platform's limit of 350 a minute (docs/platform/http.md), leaving room for other clients of the token. */
const PAUSE_MS = 250
const MIN_WAIT_MS = 5_000
const MAX_ATTEMPTS = 4
const TIMEOUT_MS = 59_000

const sleepFor = (ms: number) =>
  new Promise<void>((wake) => {
    setTimeout(wake, ms)
  })

/** Reads one platform: one request at a time, with pauses. After a 429, it waits as long as the platform asks for. */
export function createSide({ name, url, token, pauseMs = PAUSE_MS, ...rest }: SideOptions): Side {
  const send = rest.fetch ?? fetch
  const sleep = rest.sleep ?? sleepFor
  return {
    name,
    async get(path) {
      for (let attempt = 1; ; attempt++) {
        if (pauseMs > 0) await sleep(pauseMs)
        const request = new Request(new URL(path, url), {
          headers: { Authorization: `Bearer ${token}`, 'X-Balena-Client': 'flotilla-drift/1.0.0' },
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        const response = await send(request)
        if (response.status !== 429 || attempt === MAX_ATTEMPTS) return { request, response }
        await response.body?.cancel()
        const retryAfterMs = Number(response.headers.get('retry-after')) * 1000
        await sleep(Math.max(Number.isFinite(retryAfterMs) ? retryAfterMs : 0, MIN_WAIT_MS))
      }
    },
  }
}

/** Whether a mock cloud of this project answers, whose responses say nothing about a platform. */
export async function isMock(url: string, send = fetch): Promise<boolean> {
  const response = await send(new URL('/config', url), { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => undefined,
  )
  await response?.body?.cancel()
  return response?.headers.get('X-Flotilla') === 'mock'
}

/** Detects the open-source backend: it has no `/config`. */
export async function whichPlatform(url: string, send = fetch): Promise<PlatformName> {
  const response = await send(new URL('/config', url), { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => undefined,
  )
  await response?.body?.cancel()
  return response?.status === 404 ? 'open' : 'hosted'
}

/** Whether a server answers there, whatever it answers. */
export async function answers(url: string, send = fetch): Promise<boolean> {
  try {
    const response = await send(new URL('/ping', url), { signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.body?.cancel()
    return true
  } catch {
    return false
  }
}
