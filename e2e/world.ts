import type { Page } from 'playwright/test'
import type { DemoName } from '../mocks/scenarios/people.ts'
import type {
  ClockAnswer,
  Email,
  Explanation,
  NewFault,
  Replayed,
  SessionFile,
  Timeline,
  WorldEvent,
  WorldState,
} from '../openapi/generated/control.d.ts'
import { EMAIL_HOST, PASSWORD } from './sign-in.ts'

const SIMULATED_API = 'https://api.flotilla.test'
/** The cloud plays the public code host too. */
const CODE_HOSTS: readonly string[] = ['api.github.com', 'raw.githubusercontent.com']

const UNITS: Record<string, number> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** `10 min` as milliseconds. Units: ms, s, min, h, d. */
export function parseDuration(text: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) ?(ms|s|min|h|d)$/.exec(text) ?? []
  const ms = UNITS[unit]
  if (amount === undefined || ms === undefined)
    throw new Error(`Not a duration: "${text}". Write it like "10 min" or "30 s".`)
  return Number(amount) * ms
}

/** The platform's parser knows the marks of its language only as they are. */
const filterQuery = (filter: string) => `$filter=${encodeURI(filter).replaceAll('&', '%26')}`

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
export class World {
  readonly #page: Page
  readonly #origin: string
  /** Address of the cloud over HTTP; undefined when it lives in the page. */
  readonly #liveApi: string | undefined

  private constructor(page: Page, origin: string, liveApi: string | undefined) {
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
  async open(
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
      await this.#control('POST', '/reset', { scenario, ...choice })
      await this.#page.goto(first)
    }
    if (as === null) return
    const credentials = { username: `${as}@${EMAIL_HOST}`, password: PASSWORD }
    const { text: token } = await this.#send('POST', '/login_', credentials)
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

  async state(): Promise<WorldState> {
    return this.#parse(await this.#control('GET', '/state'))
  }

  /** Jumps the world forward, such as by `10 min`, and lets the page look again. */
  async advance(duration: string): Promise<void> {
    await this.#control('POST', '/clock', { advanceMs: parseDuration(duration) })
    await this.lookAgain()
  }

  /** Jumps to the next thing that a person would notice, and tells what it was; null when nothing is in sight. */
  async next(): Promise<WorldEvent | null> {
    const answer = await this.#control('POST', '/clock', { next: true })
    await this.lookAgain()
    return this.#parse<ClockAnswer>(answer).happened
  }

  /** Keeps the world as it is; `rewind` with what this gives comes back to it. */
  async keep(): Promise<number> {
    const { moments } = this.#parse<Timeline>(await this.#control('POST', '/moments', {}))
    return moments.at(-1)?.id ?? 0
  }

  /** Goes back: by a duration such as `10 min`, to an ISO moment, or to what `keep` gave. */
  async rewind(to: number | string): Promise<Replayed> {
    const moment = async (text: string) =>
      /^\d{4}-/.test(text)
        ? text
        : new Date(Date.parse((await this.state()).now) - parseDuration(text)).toISOString()
    const body = typeof to === 'number' ? { moment: to } : { to: await moment(to) }
    const replayed = this.#parse<Replayed>(await this.#control('POST', '/rewind', body))
    await this.lookAgain()
    return replayed
  }

  /** The session so far, to be kept as a file. */
  async bundle(): Promise<SessionFile> {
    return this.#parse(await this.#control('GET', '/bundle'))
  }

  /** Opens a session in place of the world, and does again what was done in it. */
  async replay(bundle: SessionFile): Promise<Replayed> {
    const replayed = this.#parse<Replayed>(await this.#control('POST', '/bundle', bundle))
    await this.lookAgain()
    return replayed
  }

  /** The same for worlds that are in the same state, another one for any other. */
  async fingerprint(): Promise<string> {
    return this.#parse<{ fingerprint: string }>(await this.#control('GET', '/fingerprint')).fingerprint
  }

  /** What was e-mailed, newest first. */
  async letters(to?: string): Promise<Email[]> {
    const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
    return this.#parse(await this.#control('GET', `/mailbox${query}`))
  }

  /** 0 is paused; 3600 is an hour in a second. */
  async setSpeed(speed: number): Promise<void> {
    await this.#control('POST', '/clock', { speed })
  }

  /** Makes requests fail until the fault has had its `times`, or faults are cleared. */
  async fault(fault: NewFault): Promise<void> {
    await this.#control('POST', '/faults', fault)
  }

  async clearFaults(): Promise<void> {
    await this.#control('DELETE', '/faults')
  }

  /** A device by its name, to be disturbed. */
  device(name: string) {
    const change = async (body: object) => {
      await this.#control('POST', `/devices/${await this.deviceUuid(name)}`, body)
      await this.lookAgain()
    }
    return {
      uuid: () => this.deviceUuid(name),
      lose: (_what: 'cloudlink') => change({ link: 'down' }),
      regain: (_what: 'cloudlink') => change({ link: 'up' }),
      lock: (service: string) => change({ lock: service }),
      unlock: () => change({ lock: null }),
      /** Why it is as it is. */
      why: async () =>
        this.#parse<Explanation>(await this.#control('GET', `/devices/${await this.deviceUuid(name)}`)).chain,
    }
  }

  /** The id of a fleet, app or block by its name. Asked as the person who is signed in. */
  async fleet(name: string): Promise<number> {
    const id = await this.#find('application', 'app_name', name, 'id')
    return Number(id)
  }

  /** The id of an organization by its handle. */
  async organization(handle: string): Promise<number> {
    return Number(await this.#find('organization', 'handle', handle, 'id'))
  }

  /** The id of a team by its name. */
  async team(name: string): Promise<number> {
    return Number(await this.#find('team', 'name', name, 'id'))
  }

  /** The id of somebody's membership of an organization, by user name and handle. */
  async membership(username: string, handle: string): Promise<number> {
    const where = `user/any(u:u/username eq '${username}') and is_member_of__organization/any(o:o/handle eq '${handle}')`
    const path = `/v7/organization_membership?$select=id&${filterQuery(where)}`
    const [row] = this.#rows(await this.#send('GET', path, undefined))
    if (row === undefined) throw new Error(`${username} is no member of ${handle}`)
    return Number(row['id'])
  }

  /** The id of the release that a fleet should run. */
  async targetRelease(fleet: number): Promise<number> {
    const path = `/v7/application(${fleet})?$select=id&$expand=should_be_running__release($select=id)`
    const [row] = this.#rows(await this.#send('GET', path, undefined))
    const [release] = (row?.['should_be_running__release'] ?? []) as { id: number }[]
    if (!release) throw new Error(`Fleet ${fleet} should run no release`)
    return release.id
  }

  async deviceUuid(name: string): Promise<string> {
    return String(await this.#find('device', 'device_name', name, 'uuid'))
  }

  /** The first healthy device of a fleet, by name. Where nothing is connected, no device is more than heard of. */
  async anyDevice(fleet: string): Promise<string> {
    const { platform } = await this.state()
    const healthy = platform === 'open' ? 'reduced-functionality' : 'operational'
    return (await this.deviceWhere(fleet, `overall_status eq '${healthy}'`)).uuid
  }

  /** The first device of a fleet, by name, of which the condition holds; an OData `$filter`. */
  async deviceWhere(fleet: string, condition: string): Promise<{ id: number; uuid: string; name: string }> {
    const filter = `belongs_to__application eq ${await this.fleet(fleet)} and (${condition})`
    const choice = `${filterQuery(filter)}&$orderby=device_name%20asc&$top=1`
    const answer = await this.#send('GET', `/v7/device?$select=id,uuid,device_name&${choice}`, undefined)
    const [first] = this.#rows(answer)
    if (!first) throw new Error(`No device in "${fleet}" that this person may see and of which ${condition}`)
    return { id: Number(first.id), uuid: String(first.uuid), name: String(first.device_name) }
  }

  /** Devices of a fleet, the oldest first. */
  async someDevices(fleet: string, count: number): Promise<string[]> {
    const choice = `$filter=belongs_to__application%20eq%20${await this.fleet(fleet)}&$orderby=id%20asc&$top=${count}`
    return this.#rows(await this.#send('GET', `/v7/device?$select=uuid&${choice}`, undefined)).map(
      ({ uuid }) => String(uuid),
    )
  }

  /** Gives a device another name. */
  async rename(uuid: string, name: string): Promise<void> {
    await this.#send('PATCH', `/v7/device(uuid='${uuid}')`, { device_name: name })
  }

  /** Adds a row through the platform's API, as the person who is signed in; for what no screen can do yet. */
  async add(resource: string, values: object): Promise<void> {
    await this.#send('POST', `/v7/${resource}`, values)
  }

  /** Tells the page that somebody looks at it again; it then reads anew what is old. */
  async lookAgain(): Promise<void> {
    await this.#page.evaluate(() => {
      window.dispatchEvent(new Event('visibilitychange'))
      document.dispatchEvent(new Event('visibilitychange'))
    })
  }

  async #find(resource: string, field: string, value: string, wanted: string): Promise<unknown> {
    const filter = filterQuery(`${field} eq '${value.replaceAll("'", "''")}'`)
    const answer = await this.#send('GET', `/v7/${resource}?$select=${wanted}&${filter}`, undefined)
    const [first, second] = this.#rows(answer)
    if (!first) throw new Error(`No ${resource} called "${value}" that this person may see`)
    if (second) throw new Error(`More than one ${resource} is called "${value}"`)
    return first[wanted]
  }

  #control(method: string, path: string, body?: object): Promise<Answer> {
    return this.#send(method, `/__flotilla${path}`, body)
  }

  /** Sends with the session of the page, from inside it where the cloud lives there too. */
  async #send(method: string, path: string, body: object | undefined): Promise<Answer> {
    const url = `${this.apiUrl}${path}`
    // A cloud in the page answers once the first page is there.
    if (this.#liveApi === undefined) await this.#page.locator('h1').first().waitFor()
    const token = await this.#token()
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
    const request = { address: url, options: init }
    const answer = this.#liveApi === undefined ? await this.#page.evaluate(ask, request) : await ask(request)
    if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer
  }

  async #token(): Promise<string | null> {
    if (!this.#page.url().startsWith('http')) return null
    return this.#page.evaluate(() => {
      const key = Object.keys(localStorage).find((each) => /^flotilla:.*:token$/.test(each))
      return key === undefined ? null : localStorage.getItem(key)
    })
  }

  #rows(answer: Answer): Record<string, unknown>[] {
    return this.#parse<{ d: Record<string, unknown>[] }>(answer).d
  }

  #parse<T>({ text }: Answer): T {
    return JSON.parse(text) as T
  }
}
