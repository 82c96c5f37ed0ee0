import type { Page } from 'playwright/test'
import { World as AnyWorld } from '../kit/world.ts'
import type { Duration } from '../kit/world.ts'
import type { DemoName } from '../mocks/worlds/people.ts'
import type { NewFault, Replayed, WorldEvent } from '../openapi/generated/control.d.ts'
import { EMAIL_HOST, PASSWORD } from './sign-in.ts'

/** The button that opens a linked world. */
const CONFIRM = 'Open the world'
const SIMULATED_API = 'https://api.flotilla.test'
/** The cloud also simulates the public code host. */
const CODE_HOSTS: readonly string[] = ['api.github.com', 'raw.githubusercontent.com']

export interface OpenOptions {
  /** The user to sign in; null to stay at the sign-in page. Default: ada, the administrator. */
  as?: DemoName | null
  /** The total number of devices. */
  devices?: number
  seed?: number
  /** The start time of the world, such as `2026-11-20T14:00Z`. */
  at?: string
  /** The page to open. Default: the start page. */
  path?: string
  /** Keeps the cookie banner open, as for a first-time visitor. */
  asksAboutCookies?: boolean
}

/** What a world needs of the page in front of it: Playwright's, or another browser's over WebDriver. */
export type WorldPage = Pick<Page, 'goto' | 'evaluate' | 'waitForFunction' | 'addInitScript'>

interface Answer {
  status: number
  text: string
}

/** The world behind a page, changed through the cloud's control API, in simulated and live mode. */
export class World extends AnyWorld {
  readonly #page: WorldPage
  readonly #origin: string
  /** The address of the cloud over HTTP; undefined if it runs in the page. */
  readonly #liveApi: string | undefined

  private constructor(page: WorldPage, origin: string, liveApi: string | undefined) {
    super((method, path, body) => send(page, liveApi, method, path, body))
    this.#page = page
    this.#origin = origin
    this.#liveApi = liveApi
  }

  static async behind(page: WorldPage, baseUrl: string): Promise<World> {
    const config: unknown = await (await fetch(new URL('/config.json', baseUrl))).json()
    const live =
      typeof config === 'object' &&
      config !== null &&
      'mode' in config &&
      config.mode === 'live' &&
      'apiUrl' in config
    return new World(page, new URL(baseUrl).host, live ? String(config.apiUrl) : undefined)
  }

  get apiUrl(): string {
    return this.#liveApi ?? SIMULATED_API
  }

  /** Whether the page may send requests to this host. */
  owns(host: string): boolean {
    if (host === this.#origin) return true
    return this.#liveApi === undefined
      ? host.endsWith('.flotilla.test') || CODE_HOSTS.includes(host)
      : host === new URL(this.#liveApi).host
  }

  /**
   * Opens a named world in the page and signs in. The session is created without the sign-in form, which has its own tests.
   */
  override async open(
    scenario: string,
    { as = 'ada', path = '/', asksAboutCookies = false, ...choice }: OpenOptions = {},
  ): Promise<void> {
    if (!asksAboutCookies) await this.#answerAboutCookies()
    const first = as === null ? path : '/login'
    if (this.#liveApi === undefined) {
      const query = new URLSearchParams({ scenario })
      for (const [name, value] of Object.entries(choice))
        if (value !== undefined) query.set(name, String(value))
      await this.#page.goto(`${first}${first.includes('?') ? '&' : '?'}${query}`)
      await this.#confirmReplacement(scenario, choice)
    } else {
      await super.open(scenario, choice)
      await this.#page.goto(first)
    }
    if (as === null) return
    // Another world knows the same people, so whoever is signed in stays so.
    if ((await this.#signedIn()) === as) return this.visit(path)
    const credentials = { username: `${as}@${EMAIL_HOST}`, password: PASSWORD }
    const token = await send(this.#page, this.#liveApi, 'POST', '/login_', credentials)
    await this.#page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      this.#key('token'),
      token,
    ] as const)
    await this.visit(path)
  }

  /** Answers the question of a link that would take a changed world away, or one that other tabs show. */
  async #confirmReplacement(scenario: string, { seed }: Pick<OpenOptions, 'seed'>): Promise<void> {
    const isOpen = async () => {
      const state = await this.state()
      return state.scenario === scenario && (seed === undefined || state.seed === seed)
    }
    if (await isOpen()) return
    await this.#page.waitForFunction((label) => {
      const confirm = [...document.querySelectorAll('[role="dialog"] button')].find(
        ({ textContent }) => textContent === label,
      )
      if (confirm instanceof HTMLElement) confirm.click()
      return confirm !== undefined
    }, CONFIRM)
    await this.#page.waitForFunction(
      (label) => ![...document.querySelectorAll('button')].some(({ textContent }) => textContent === label),
      CONFIRM,
    )
    if (!(await isOpen())) throw new Error(`The world "${scenario}" was not opened`)
  }

  /** The name of the user whose session the page has; null without one. */
  async #signedIn(): Promise<string | null> {
    const [, claims = ''] = (await tokenOf(this.#page))?.split('.') ?? []
    if (claims === '') return null
    const { username } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { username?: string }
    return username?.split('@')[0] ?? null
  }

  /**
   * Navigates like a link, and waits until the page is shown: the dashboard stays loaded. `page.goto` loads it again, as for a new
   * visitor.
   */
  async visit(path: string): Promise<void> {
    await this.#page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, path)
    await this.#page.waitForFunction(
      () => document.documentElement.dataset.shown === location.pathname + location.search,
    )
  }

  /** Prevents the cookie banner from covering elements. */
  async #answerAboutCookies() {
    await this.#page.addInitScript((key) => {
      try {
        localStorage.setItem(key, '{"analytics":false}')
      } catch {
        // A blank page has no storage.
      }
    }, this.#key('cookie-choice'))
  }

  /** The key under which the dashboard stores a value in this browser. */
  #key(name: string): string {
    const place = this.#liveApi === undefined ? 'simulated' : `live:${new URL(this.#liveApi).host}`
    return `flotilla:${place}:${name}`
  }

  /** Advances the clock, such as by `10 min`, and lets the page refresh. */
  async advance(duration: Duration): Promise<void> {
    await this.clock.advance(duration)
    await this.lookAgain()
  }

  /** Advances to the next notable event and returns it; null if there is none. */
  async next(): Promise<WorldEvent | null> {
    const happened = await this.clock.next()
    await this.lookAgain()
    return happened
  }

  /** Stores the state of the world; pass the result to `rewind` to restore it. */
  async keep(): Promise<number> {
    return this.clock.keep()
  }

  /** Rewinds by a duration such as `10 min`, to an ISO time, or to a result of `keep`. */
  async rewind(to: number | string): Promise<Replayed> {
    const replayed = await this.clock.rewind(to)
    await this.lookAgain()
    return replayed
  }

  /** 0 stops the clock, 3600 is an hour per second. */
  async setSpeed(speed: number): Promise<void> {
    await this.clock.setSpeed(speed)
  }

  /** Makes requests fail until the fault has been applied `times` times, or faults are cleared. */
  async fault(fault: NewFault): Promise<void> {
    await this.faults.add(fault)
  }

  async clearFaults(): Promise<void> {
    await this.faults.clear()
  }

  protected override async changed(): Promise<void> {
    await this.lookAgain()
  }

  /** Simulates that the user returns to the page, which refreshes stale data. */
  async lookAgain(): Promise<void> {
    await this.#page.evaluate(() => {
      window.dispatchEvent(new Event('visibilitychange'))
      document.dispatchEvent(new Event('visibilitychange'))
    }, null)
  }
}

/** Sends a request with the session of the page; from inside the page if the cloud runs there. */
async function send(
  page: WorldPage,
  liveApi: string | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<string> {
  // A cloud in the page responds once the first page has loaded.
  if (liveApi === undefined)
    await page.waitForFunction(() => document.querySelector('h1')?.checkVisibility() === true)
  const token = await tokenOf(page)
  const init = {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }
  const ask = async ({ address, options }: { address: string; options: RequestInit }) => {
    const response = await fetch(address, options)
    return { status: response.status, text: await response.text() }
  }
  const request = { address: `${liveApi ?? SIMULATED_API}${path}`, options: init }
  const answer: Answer = liveApi === undefined ? await page.evaluate(ask, request) : await ask(request)
  if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.text
}

async function tokenOf(page: WorldPage): Promise<string | null> {
  return page.evaluate(() => {
    if (!location.protocol.startsWith('http')) return null
    const key = Object.keys(localStorage).find((each) => /^flotilla:.*:token$/.test(each))
    return key === undefined ? null : localStorage.getItem(key)
  }, null)
}
