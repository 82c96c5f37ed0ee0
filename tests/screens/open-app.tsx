import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { createRequestValidator } from '../../mocks/base/contract/request-validator.ts'
import { start, type Started } from '../../src/app/start.tsx'
import { noThirdParties, type ThirdParties } from '../../src/lib/third-parties.ts'
import { createControlClient } from '../../src/simulation/control-client.ts'
import { dismissAllToasts } from '../../src/ui/feedback/toasts.ts'
import { ThemeProvider } from '../../src/ui/theme/ThemeProvider.tsx'

const API = 'https://api.platform.example'
export const TOKEN_KEY = 'flotilla:live:api.platform.example:token'

/** The response of a platform to a request; undefined passes it on to the default responses. */
export type Answer = (request: Request) => Response | undefined | Promise<Response | undefined>

/** All requests to the platform and to the dashboard's own server. */
export interface Asked {
  method: string
  /** Path and query for the platform, the full URL for others. */
  url: string
  headers: Headers
}

const open: Started[] = []

const { check } = createRequestValidator()

/** Pending contract violations of responses, found in the background. */
const findings: Promise<string[]>[] = []

/** Fails the test if there are contract violations. */
export const checkAgainstContract = (problems: Promise<string[]>) => void findings.push(problems)

// jsdom cannot scroll.
window.scrollTo = () => {}

afterEach(async () => {
  const found = await Promise.all(findings.splice(0))
  expect([...new Set(found.flat())]).toEqual([])
})

afterEach(() => {
  cleanup()
  for (const { stop } of open.splice(0)) stop()
  dismissAllToasts()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

export const aToken = (claims: object = {}) =>
  ['e30', btoa(JSON.stringify({ id: 1, authTime: Date.now(), ...claims })), 'signature'].join('.')

/** Stores a session, like an earlier visit. */
export const storeToken = (claims?: object) => localStorage.setItem(TOKEN_KEY, aToken(claims))

export const refuse = (status: number, headers: HeadersInit = {}) => new Response(null, { status, headers })

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })

function usualAnswer(request: Request): Response {
  const { pathname, origin, searchParams } = new URL(request.url)
  if (origin !== API) return refuse(404)
  switch (pathname) {
    case '/ping':
      return new Response('OK')
    case '/login_':
    case '/user/v1/refresh-token':
      return new Response(aToken())
    case '/actor/v1/whoami':
      return json({
        id: 3,
        actorType: 'user',
        actorTypeId: 1,
        username: 'ada',
        email: 'ada@flotilla.example',
      })
    default:
      if (pathname === '/v7/application' && searchParams.get('$select') === 'is_of__class')
        return json({ d: Array.from({ length: 14 }, () => ({ is_of__class: 'fleet' })) })
      return pathname.endsWith('/$count') ? json({ d: 14 }) : json({ d: [] })
  }
}

/** A connection to a simulated world at the platform's URL. */
const aConnection = () =>
  createControlClient({
    apiUrl: API,
    mode: 'worker',
    interception: 'in-page',
    onWorldChange: () => () => {},
    forgetLink() {},
  })

export interface OpenAppOptions {
  simulated?: boolean
  captchaKey?: string | null
  /** Configured third parties. */
  parties?: ThirdParties
  /** The pauses before failed reads are repeated. */
  readPausesMs?: readonly number[]
}

/**
 * Opens the dashboard at a URL in live mode, with a platform that has default responses unless `answer` overrides them.
 * `simulated`: with the strip and the data of a simulated world. `captchaKey`: with a captcha.
 */
export async function openApp(
  path: string,
  answer: Answer = () => undefined,
  {
    simulated = false,
    captchaKey = null,
    parties = noThirdParties,
    readPausesMs = [1, 1],
  }: OpenAppOptions = {},
) {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { origin, pathname, search } = new URL(request.url)
    if (origin === API && !pathname.startsWith('/__flotilla/')) checkAgainstContract(check(request.clone()))
    asked.push({
      method: request.method,
      url: origin === API ? `${pathname}${search}` : request.url,
      headers: request.headers,
    })
    return (await answer(request)) ?? usualAnswer(request)
  })
  window.history.replaceState(null, '', path)
  // Preloads the first dialog: otherwise none opens immediately, and a test that expects none would pass wrongly.
  await import('../../src/ui/overlay/DialogFrame.tsx')
  const started = await start({
    bootstrap: async () => ({
      world: simulated ? aConnection() : null,
      config: {
        mode: 'live',
        apiUrl: API,
        actionsUrl: API,
        builderUrl: API,
        dashboardUrl: window.location.origin,
        terminalUrl: 'wss://terminal.platform.example',
        captchaKey,
        gravatar: true,
        parties,
      },
    }),
    loadControlPanel: () =>
      simulated
        ? import('../../src/control-panel/simulation.tsx')
        : Promise.reject(new Error('The panel is asked for in live mode')),
    readPausesMs,
  })
  open.push(started)
  await act(async () => {
    render(<ThemeProvider test>{started.content}</ThemeProvider>)
  })
  return { asked }
}

/** The current path and query. */
export const address = () => window.location.pathname + window.location.search

/** The page's heading, once it is rendered. */
export const findHeading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
