import type {
  ClockAnswer,
  Email,
  EventCause,
  Fault,
  NewFault,
  Replayed,
  SessionFile,
  Timeline,
  WorldEvent,
  WorldReset,
  WorldState,
} from '../openapi/generated/control.d.ts'
import type { Model } from '../openapi/generated/resources.d.ts'

/** Sends a request as some user and returns the text of the response. Rejects on an error status. */
export type Ask = (method: string, path: string, body?: object) => Promise<string>

type Unit = 'ms' | 's' | 'min' | 'h' | 'd'
/** A duration: `10 min`, `30s`. */
export type Duration = `${number} ${Unit}` | `${number}${Unit}`

/** The names in a `$select` of the whole query; never without one. */
type Selected<Query extends string> = Query extends `$select=${infer Names}&${string}`
  ? Split<Names>
  : Query extends `$select=${infer Names}`
    ? Split<Names>
    : Query extends `${string}&$select=${infer Names}`
      ? Names extends `${infer First}&${string}`
        ? Split<First>
        : Split<Names>
      : never
type Split<Names extends string> = Names extends `${infer First},${infer Rest}` ? First | Split<Rest> : Names

/** A row as the contract describes it: whole, or with the fields that the `$select` of the query names. */
export type Row<Resource extends keyof Model, Query extends string> = [Selected<Query>] extends [never]
  ? Model[Resource]['Read']
  : Pick<Model[Resource]['Read'], Selected<Query> & keyof Model[Resource]['Read']> &
      Partial<Model[Resource]['Read']>

const UNITS: Record<string, number> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** Converts a duration such as `10 min` to milliseconds. Units: ms, s, min, h, d. */
function parseDuration(text: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) ?(ms|s|min|h|d)$/.exec(text) ?? []
  const ms = UNITS[unit]
  if (amount === undefined || ms === undefined)
    throw new Error(`Not a duration: "${text}". Write it like "10 min" or "30 s".`)
  return Number(amount) * ms
}

/** The platform accepts reserved characters such as `/` only without percent encoding. */
const filterQuery = (filter: string) =>
  `$filter=${encodeURI(filter.toWellFormed()).replaceAll(/[&#+]/g, encodeURIComponent)}`

/** Parses a response. Its type is not checked here: every build of the cloud is tested against openapi/control.yaml. */
async function parsed<T>(answer: Promise<string>): Promise<T> {
  const text = await answer
  return (text === '' ? undefined : JSON.parse(text)) as T
}

const control = (ask: Ask) => {
  return <T>(method: string, path: string, body?: object) =>
    parsed<T>(ask(method, `/__flotilla${path}`, body))
}
type Control = ReturnType<typeof control>

/** The clock of devices, bills and links. Tokens use real time, because clients compare it. */
export class Clock {
  readonly #control: Control

  constructor(ask: Ask) {
    this.#control = control(ask)
  }

  /** The current simulated time. */
  async now(): Promise<Date> {
    return new Date((await this.#control<WorldState>('GET', '/state')).now)
  }

  /** Advances the clock, such as by `10 min`. */
  async advance(duration: Duration): Promise<void> {
    await this.#control('POST', '/clock', { advanceMs: parseDuration(duration) })
  }

  /** 0 stops the clock, 1 is real time, 3600 is an hour per second. */
  async setSpeed(speed: number): Promise<void> {
    await this.#control('POST', '/clock', { speed })
  }

  /** Whether sessions also end after 36 hours of simulated time; off by default. */
  async setSessionsExpire(expire: boolean): Promise<void> {
    await this.#control('POST', '/clock', { sessionsExpire: expire })
  }

  /** Advances to the next notable event and returns it; null if there is none. */
  async next(): Promise<WorldEvent | null> {
    return (await this.#control<ClockAnswer>('POST', '/clock', { next: true })).happened
  }

  /** Stores the state of the world; pass the result to `rewind` to restore it. */
  async keep(): Promise<number> {
    const { snapshots } = await this.#control<Timeline>('POST', '/snapshots', {})
    return snapshots.at(-1)?.id ?? 0
  }

  /** Rewinds by a duration such as `10 min`, to an ISO time, or to a result of `keep`. */
  async rewind(to: number | string): Promise<Replayed> {
    const time = async (text: string) =>
      /^\d{4}-/.test(text) ? text : new Date((await this.now()).getTime() - parseDuration(text)).toISOString()
    const body = typeof to === 'number' ? { snapshot: to } : { to: await time(to) }
    return this.#control('POST', '/rewind', body)
  }
}

/** Injected faults. */
export class Faults {
  readonly #control: Control

  constructor(ask: Ask) {
    this.#control = control(ask)
  }

  /** Makes requests fail until the fault has been applied `times` times, or faults are cleared. */
  async add(fault: NewFault): Promise<void> {
    await this.#control('POST', '/faults', fault)
  }

  /** The active faults. */
  async list(): Promise<Fault[]> {
    return this.#control('GET', '/faults')
  }

  async clear(): Promise<void> {
    await this.#control('DELETE', '/faults')
  }
}

/** A device by its name, to simulate problems of it. */
export interface DeviceHandle {
  uuid(): Promise<string>
  /** Disconnects it from the platform, and reconnects it. */
  lose(what: 'cloudlink'): Promise<void>
  regain(what: 'cloudlink'): Promise<void>
  /** Takes and releases the update lock of a service. */
  lock(service: string): Promise<void>
  unlock(): Promise<void>
  /** The causes of its state, first cause first. */
  why(): Promise<EventCause[]>
}

/** A simulated world, read and changed through the cloud's own API as one user. */
export class World {
  readonly clock: Clock
  readonly faults: Faults
  readonly #ask: Ask
  readonly #control: Control

  constructor(ask: Ask) {
    this.clock = new Clock(ask)
    this.faults = new Faults(ask)
    this.#ask = ask
    this.#control = control(ask)
  }

  /** Called after each change of the world that did not come from a client. */
  protected changed(): Promise<void> {
    return Promise.resolve()
  }

  /** The name, time and speed of the world. */
  async state(): Promise<WorldState> {
    return this.#control('GET', '/state')
  }

  /** Replaces the world with another named one, or restarts the same one. */
  async open(scenario: string, choice: Omit<WorldReset, 'scenario'> = {}): Promise<void> {
    await this.#control('POST', '/reset', { scenario, ...choice })
  }

  /** The session so far, as a session file. */
  async sessionFile(): Promise<SessionFile> {
    return this.#control('GET', '/session-file')
  }

  /** @deprecated The former name of `sessionFile`. */
  bundle(): Promise<SessionFile> {
    return this.sessionFile()
  }

  /** Replaces the world with a session and replays its actions. */
  async replay(sessionFile: SessionFile): Promise<Replayed> {
    const replayed = await this.#control<Replayed>('POST', '/session-file', sessionFile)
    await this.changed()
    return replayed
  }

  /** Equal for worlds in the same state, different for all others. */
  async fingerprint(): Promise<string> {
    return (await this.#control<{ fingerprint: string }>('GET', '/fingerprint')).fingerprint
  }

  /** The emails sent, newest first. */
  async emails(to?: string): Promise<Email[]> {
    return this.#control('GET', `/emails${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`)
  }

  /** @deprecated The former name of `emails`. */
  letters(to?: string): Promise<Email[]> {
    return this.emails(to)
  }

  /** A device by its name, to simulate problems of it. */
  device(name: string): DeviceHandle {
    const path = async () => `/devices/${await this.deviceUuid(name)}`
    const change = async (body: object) => {
      await this.#control('POST', await path(), body)
      await this.changed()
    }
    return {
      uuid: () => this.deviceUuid(name),
      lose: () => change({ link: 'down' }),
      regain: () => change({ link: 'up' }),
      lock: (service) => change({ lock: service }),
      unlock: () => change({ lock: null }),
      why: async () => (await this.#control<{ chain: EventCause[] }>('GET', await path())).chain,
    }
  }

  /** The id of a fleet, app or block by its name. */
  async fleet(name: string): Promise<number> {
    return Number(await this.#find('application', 'app_name', name, 'id'))
  }

  /** The id of an organization by its handle. */
  async organization(handle: string): Promise<number> {
    return Number(await this.#find('organization', 'handle', handle, 'id'))
  }

  /** The id of a team by its name. */
  async team(name: string): Promise<number> {
    return Number(await this.#find('team', 'name', name, 'id'))
  }

  /** The id of a membership by user name and organization handle. */
  async membership(username: string, handle: string): Promise<number> {
    const filter = `user/any(u:u/username eq '${username}') and is_member_of__organization/any(o:o/handle eq '${handle}')`
    const [row] = await this.rows(`/v7/organization_membership?$select=id&${filterQuery(filter)}`)
    if (row === undefined) throw new Error(`${username} is not a member of ${handle}`)
    return row['id']
  }

  /** The id of the target release of a fleet. */
  async targetRelease(fleet: number): Promise<number> {
    const path = `/v7/application(${fleet})?$select=id&$expand=should_be_running__release($select=id)`
    const [row] = await this.rows(path)
    const [release] = (row?.['should_be_running__release'] ?? []) as { id: number }[]
    if (!release) throw new Error(`Fleet ${fleet} has no target release`)
    return release.id
  }

  async deviceUuid(name: string): Promise<string> {
    return String(await this.#find('device', 'device_name', name, 'uuid'))
  }

  /** The first healthy device of a fleet, by name. On the open-source platform, devices have reduced functionality at best. */
  async anyDevice(fleet: string): Promise<string> {
    const { platform } = await this.state()
    const healthy = platform === 'open' ? 'reduced-functionality' : 'operational'
    return (await this.deviceWhere(fleet, `overall_status eq '${healthy}'`)).uuid
  }

  /** The first device of a fleet, by name, that matches an OData `$filter`. */
  async deviceWhere(fleet: string, condition: string): Promise<{ id: number; uuid: string; name: string }> {
    const filter = `belongs_to__application eq ${await this.fleet(fleet)} and (${condition})`
    const choice = `${filterQuery(filter)}&$orderby=device_name%20asc&$top=1`
    const [first] = await this.rows(`/v7/device?$select=id,uuid,device_name&${choice}`)
    if (!first) throw new Error(`No visible device in "${fleet}" matches ${condition}`)
    return { id: first['id'], uuid: first['uuid'], name: first['device_name'] }
  }

  /** The UUIDs of this many devices of a fleet, oldest first. */
  async someDevices(fleet: string, count: number): Promise<string[]> {
    const choice = `$filter=belongs_to__application%20eq%20${await this.fleet(fleet)}&$orderby=id%20asc&$top=${count}`
    return (await this.rows(`/v7/device?$select=uuid&${choice}`)).map(({ uuid }) => uuid)
  }

  /** Renames a device. */
  async rename(uuid: string, name: string): Promise<void> {
    await this.#ask('PATCH', `/v7/device(uuid='${uuid}')`, { device_name: name })
  }

  /** Adds a row through the platform's API. */
  async add(resource: string, values: object): Promise<void> {
    await this.#ask('POST', `/v7/${resource}`, values)
  }

  /** The rows returned by the data API, such as for `/v7/device?$top=3`, with the types of the contract. */
  async rows<Resource extends keyof Model, Query extends string>(
    path: `/v7/${Resource}?${Query}`,
  ): Promise<Row<Resource, Query>[]>
  async rows<Resource extends keyof Model>(path: `/v7/${Resource}`): Promise<Model[Resource]['Read'][]>
  async rows(path: string): Promise<Record<string, unknown>[]>
  async rows(path: string): Promise<unknown> {
    return (await parsed<{ d: Record<string, unknown>[] }>(this.#ask('GET', path))).d
  }

  async #find(resource: string, field: string, value: string, resultField: string): Promise<unknown> {
    const filter = filterQuery(`${field} eq '${value.replaceAll("'", "''")}'`)
    const [first, second] = await this.rows(`/v7/${resource}?$select=${resultField}&${filter}`)
    if (!first) throw new Error(`No visible ${resource} is called "${value}"`)
    if (second) throw new Error(`More than one ${resource} is called "${value}"`)
    return first[resultField]
  }
}
