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

/** Asks the cloud, as somebody, and gives what it answers as text. Rejects when the answer is a refusal. */
export type Ask = (method: string, path: string, body?: object) => Promise<string>

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

/** The answer is as openapi/control.yaml says, against which every build of the cloud is tested. */
async function told<T>(answer: Promise<string>): Promise<T> {
  const text = await answer
  return (text === '' ? undefined : JSON.parse(text)) as T
}

const control = (ask: Ask) => {
  return <T>(method: string, path: string, body?: object) => told<T>(ask(method, `/__flotilla${path}`, body))
}
type Control = ReturnType<typeof control>

/** The clock of devices, bills and links alike. Tokens keep real time, as clients compare them. */
export class Clock {
  readonly #control: Control

  constructor(ask: Ask) {
    this.#control = control(ask)
  }

  /** The simulated moment. */
  async now(): Promise<Date> {
    return new Date((await this.#control<WorldState>('GET', '/state')).now)
  }

  /** Jumps forward, such as by `10 min`. */
  async advance(duration: string): Promise<void> {
    await this.#control('POST', '/clock', { advanceMs: parseDuration(duration) })
  }

  /** 0 stands still, 1 runs as real time does, 3600 is an hour in a second. */
  async setSpeed(speed: number): Promise<void> {
    await this.#control('POST', '/clock', { speed })
  }

  /** Jumps to the next thing that a person would notice, and tells what it was; null when nothing is in sight. */
  async next(): Promise<WorldEvent | null> {
    return (await this.#control<ClockAnswer>('POST', '/clock', { next: true })).happened
  }

  /** Keeps the world as it is; `rewind` with what this gives comes back to it. */
  async keep(): Promise<number> {
    const { moments } = await this.#control<Timeline>('POST', '/moments', {})
    return moments.at(-1)?.id ?? 0
  }

  /** Goes back: by a duration such as `10 min`, to an ISO moment, or to what `keep` gave. */
  async rewind(to: number | string): Promise<Replayed> {
    const moment = async (text: string) =>
      /^\d{4}-/.test(text) ? text : new Date((await this.now()).getTime() - parseDuration(text)).toISOString()
    const body = typeof to === 'number' ? { moment: to } : { to: await moment(to) }
    return this.#control('POST', '/rewind', body)
  }
}

/** What goes wrong on purpose. */
export class Faults {
  readonly #control: Control

  constructor(ask: Ask) {
    this.#control = control(ask)
  }

  /** Makes requests fail until the fault has had its `times`, or faults are cleared. */
  async add(fault: NewFault): Promise<void> {
    await this.#control('POST', '/faults', fault)
  }

  /** Those that are set. */
  async list(): Promise<Fault[]> {
    return this.#control('GET', '/faults')
  }

  async clear(): Promise<void> {
    await this.#control('DELETE', '/faults')
  }
}

/** A device by its name, to be disturbed. */
export interface DeviceHandle {
  uuid(): Promise<string>
  /** Cuts it off from the platform, and lets it come back. */
  lose(what: 'cloudlink'): Promise<void>
  regain(what: 'cloudlink'): Promise<void>
  /** A service holds the update lock, or lets it go. */
  lock(service: string): Promise<void>
  unlock(): Promise<void>
  /** What led to its state, first cause first. */
  why(): Promise<EventCause[]>
}

/** A simulated world, looked at and changed through the cloud's own API as one person. */
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

  /** After each change of the world that no client has made. */
  protected changed(): Promise<void> {
    return Promise.resolve()
  }

  /** Which world it is, and its moment and speed. */
  async state(): Promise<WorldState> {
    return this.#control('GET', '/state')
  }

  /** Opens another named world in its place, or the same one anew. */
  async open(scenario: string, choice: Omit<WorldReset, 'scenario'> = {}): Promise<void> {
    await this.#control('POST', '/reset', { scenario, ...choice })
  }

  /** The session so far, to be kept as a file. */
  async bundle(): Promise<SessionFile> {
    return this.#control('GET', '/bundle')
  }

  /** Opens a session in place of the world, and does again what was done in it. */
  async replay(bundle: SessionFile): Promise<Replayed> {
    const replayed = await this.#control<Replayed>('POST', '/bundle', bundle)
    await this.changed()
    return replayed
  }

  /** The same for worlds that are in the same state, another one for any other. */
  async fingerprint(): Promise<string> {
    return (await this.#control<{ fingerprint: string }>('GET', '/fingerprint')).fingerprint
  }

  /** What was e-mailed, newest first. */
  async letters(to?: string): Promise<Email[]> {
    return this.#control('GET', `/mailbox${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`)
  }

  /** A device by its name, to be disturbed. */
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

  /** The id of somebody's membership of an organization, by user name and handle. */
  async membership(username: string, handle: string): Promise<number> {
    const where = `user/any(u:u/username eq '${username}') and is_member_of__organization/any(o:o/handle eq '${handle}')`
    const [row] = await this.rows(`/v7/organization_membership?$select=id&${filterQuery(where)}`)
    if (row === undefined) throw new Error(`${username} is not a member of ${handle}`)
    return Number(row['id'])
  }

  /** The id of the release that a fleet should run. */
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
    const [first] = await this.rows(`/v7/device?$select=id,uuid,device_name&${choice}`)
    if (!first) throw new Error(`No visible device in "${fleet}" matches ${condition}`)
    return { id: Number(first['id']), uuid: String(first['uuid']), name: String(first['device_name']) }
  }

  /** UUIDs of that many devices of a fleet, the oldest first. */
  async someDevices(fleet: string, count: number): Promise<string[]> {
    const choice = `$filter=belongs_to__application%20eq%20${await this.fleet(fleet)}&$orderby=id%20asc&$top=${count}`
    return (await this.rows(`/v7/device?$select=uuid&${choice}`)).map(({ uuid }) => String(uuid))
  }

  /** Gives a device another name. */
  async rename(uuid: string, name: string): Promise<void> {
    await this.#ask('PATCH', `/v7/device(uuid='${uuid}')`, { device_name: name })
  }

  /** Adds a row through the platform's API. */
  async add(resource: string, values: object): Promise<void> {
    await this.#ask('POST', `/v7/${resource}`, values)
  }

  /** The rows of a read of the platform's data API, such as `/v7/device?$top=3`. */
  async rows(path: string): Promise<Record<string, unknown>[]> {
    return (await told<{ d: Record<string, unknown>[] }>(this.#ask('GET', path))).d
  }

  async #find(resource: string, field: string, value: string, wanted: string): Promise<unknown> {
    const filter = filterQuery(`${field} eq '${value.replaceAll("'", "''")}'`)
    const [first, second] = await this.rows(`/v7/${resource}?$select=${wanted}&${filter}`)
    if (!first) throw new Error(`No visible ${resource} is called "${value}"`)
    if (second) throw new Error(`More than one ${resource} is called "${value}"`)
    return first[wanted]
  }
}
