import type { Page } from 'playwright/test'
import type { DemoName } from '../mocks/scenarios/people.ts'
import { World as AnyWorld } from '../kit/world.ts'
import type { NewFault, Replayed, WorldEvent } from '../openapi/generated/control.d.ts'
import { EMAIL_HOST, PASSWORD } from './sign-in.ts'

const SIMULATED_API = 'https://api.flotilla.test'
/** The cloud plays the public code host too. */
const CODE_HOSTS: readonly string[] = ['api.github.com', 'raw.githubusercontent.com']

export interface OpenOptions {
  /** Who signs in; null to stay at the sign-in page. Default: ada, the administrator. */
  as?: DemoName | null
  /** How many devices there are in all. */
  devices?: number
  seed?: number
  /** The moment at which the world starts, such as `2026-11-20T14:00Z`. */
  at?: string
  /** The page to open. Default: the first one a person sees. */
  path?: string
  /** Leaves the question about cookies open, as for somebody who has never been here. */
  asksAboutCookies?: boolean
}

interface Answer {
  status: number
  text: string
}

/** The world behind a page, moved through the cloud's control API, simulated and live alike. */
export class World extends AnyWorld {
  readonly #page: Page
  readonly #origin: string
  /** Address of the cloud over HTTP; undefined when it lives in the page. */
  readonly #liveApi: string | undefined

  private constructor(page: Page, origin: string, liveApi: string | undefined) {
    super((method, path, body) => send(page, liveApi, method, path, body))
    this.#page = page
    this.#origin = origin
    this.#liveApi = liveApi
  }

  static async behind(page: Page, baseUrl: string): Promise<World> {
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

  /** Whether requests of the page may go to this host. */
  owns(host: string): boolean {
    if (host === this.#origin) return true
    return this.#liveApi === undefined
      ? host.endsWith('.flotilla.test') || CODE_HOSTS.includes(host)
      : host === new URL(this.#liveApi).host
  }

  /**
   * Opens a named world in the page, signed in as somebody and at a page of theirs. The session is opened without the
   * form, which has tests of its own.
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
    } else {
      await super.open(scenario, choice)
      await this.#page.goto(first)
    }
    if (as === null) return
    const credentials = { username: `${as}@${EMAIL_HOST}`, password: PASSWORD }
    const token = await send(this.#page, this.#liveApi, 'POST', '/login_', credentials)
    await this.#page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      this.#key('token'),
      token,
    ] as const)
    await this.visit(path)
  }

  /**
   * Goes to a page as a link does, and waits until it is shown: the dashboard stays loaded. `page.goto` loads it anew, as
   * for a new visitor.
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

  /** The banner would lie over what a test wants to press. */
  async #answerAboutCookies() {
    await this.#page.addInitScript((key) => {
      try {
        localStorage.setItem(key, '{"analytics":false}')
      } catch {
        // A blank page has no storage.
      }
    }, this.#key('cookie-choice'))
  }

  /** Under which the dashboard keeps something in this browser. */
  #key(name: string): string {
    const place = this.#liveApi === undefined ? 'simulated' : `live:${new URL(this.#liveApi).host}`
    return `flotilla:${place}:${name}`
  }

  /** Jumps the world forward, such as by `10 min`, and lets the page look again. */
  async advance(duration: string): Promise<void> {
    await this.clock.advance(duration)
    await this.lookAgain()
  }

  /** Jumps to the next thing that a person would notice, and tells what it was; null when nothing is in sight. */
  async next(): Promise<WorldEvent | null> {
    const happened = await this.clock.next()
    await this.lookAgain()
    return happened
  }

  /** Keeps the world as it is; `rewind` with what this gives comes back to it. */
  async keep(): Promise<number> {
    return this.clock.keep()
  }

  /** Goes back: by a duration such as `10 min`, to an ISO moment, or to what `keep` gave. */
  async rewind(to: number | string): Promise<Replayed> {
    const replayed = await this.clock.rewind(to)
    await this.lookAgain()
    return replayed
  }

  /** 0 is paused; 3600 is an hour in a second. */
  async setSpeed(speed: number): Promise<void> {
    await this.clock.setSpeed(speed)
  }

  /** Makes requests fail until the fault has had its `times`, or faults are cleared. */
  async fault(fault: NewFault): Promise<void> {
    await this.faults.add(fault)
  }

  async clearFaults(): Promise<void> {
    await this.faults.clear()
  }

  protected override async changed(): Promise<void> {
    await this.lookAgain()
  }

  /** Tells the page that somebody looks at it again; it then reads anew what is old. */
  async lookAgain(): Promise<void> {
    await this.#page.evaluate(() => {
      window.dispatchEvent(new Event('visibilitychange'))
      document.dispatchEvent(new Event('visibilitychange'))
    })
  }
}

/** Sends with the session of the page, from inside it where the cloud lives there too. */
async function send(
  page: Page,
  liveApi: string | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<string> {
  // A cloud in the page answers once the first page is there.
  if (liveApi === undefined) await page.locator('h1').first().waitFor()
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

async function tokenOf(page: Page): Promise<string | null> {
  if (!page.url().startsWith('http')) return null
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => /^flotilla:.*:token$/.test(each))
    return key === undefined ? null : localStorage.getItem(key)
  })
}
