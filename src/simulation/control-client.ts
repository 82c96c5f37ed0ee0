import { worldText } from '@/messages/control-panel/world.ts'
import type {
  ClockMove,
  DeviceChange,
  Fault,
  NewFault,
  WorldEvent,
  WorldReset,
  WorldState,
  WorldStats,
  FleetHistory,
  FleetStatuses,
  JoinableFleet,
  RequestLogEntry,
  RequestLogDetail,
  Email,
  Measured,
  NewMachine,
  DemoUser,
  PoweredOn,
  Replayed,
  SessionFile,
  Timeline,
  PlatformChange,
  Explanation,
  TownAnswer,
} from './control-contract.ts'
import { controlRequest } from './control-request.ts'
import type { ControlAnswer, ControlInput, ControlMethod, ControlPath } from './control-request.ts'
import { simulatedThirdParties, type SimulatedThirdParties } from './third-parties.ts'

/** The client of the control API, for the simulator panel and for tests. Absent in live mode. */
export interface ControlClient extends SimulatedThirdParties {
  /** `worker`: each tab has its own world. */
  readonly mode: 'shared-worker' | 'worker'
  readonly interception: 'service-worker' | 'in-page'
  /** Limitations in this browser, as a readable message; absent if there are none. */
  readonly notice?: string
  /** Why the world in the page's URL could not be opened; the previous one is open. */
  readonly linkProblem?: string | undefined
  /** The world in the page's URL, if it waits for an answer because of what it would take away. */
  readonly pendingLink?: PendingLink | undefined
  state(): Promise<WorldState>
  /** Called with the new state after each change in any tab. Returns a function that unsubscribes. */
  onState(listener: (state: WorldState) => void): () => void
  /** Speed: 0 to 3600 simulated milliseconds per real millisecond. */
  setSpeed(speed: number): Promise<WorldState>
  /** Whether sessions also end after 36 hours of simulated time. */
  setSessionsExpire(expire: boolean): Promise<WorldState>
  /** Jumps to the next notable event; null when there is none. */
  next(): Promise<{ state: WorldState; happened: WorldEvent | null }>
  timeline(): Promise<Timeline>
  /** Changes made by users and clients on the platform, newest first. */
  changes(): Promise<PlatformChange[]>
  /** Takes a snapshot of the world. */
  takeSnapshot(): Promise<Timeline>
  /** Goes back to a snapshot by number, or to any ISO time. */
  rewind(to: number | string): Promise<Replayed>
  /** The session as a file, which recreates the world elsewhere. */
  sessionFile(): Promise<string>
  /** Opens a session file and replaces this world. Rejects with the error. */
  openSessionFile(text: string): Promise<Replayed>
  /** The world file of the current world; null if it has none. */
  worldFile(): Promise<object | null>
  /** Looks up names of towns for a world file. */
  towns(names: readonly string[]): Promise<TownAnswer[]>
  stats(): Promise<WorldStats>
  people(): Promise<DemoUser[]>
  emails(): Promise<Email[]>
  /** The requests after number `after`, oldest first. */
  requestLog(after: number): Promise<RequestLogEntry[]>
  requestLogEntry(n: number): Promise<RequestLogDetail>
  why(uuid: string): Promise<Explanation>
  /** Metrics of a device in a time range, in milliseconds since 1970; oldest first. */
  metrics(uuid: string, from: number, to: number): Promise<Measured[]>
  /** The devices of fleets by status over the last hours, in the order of the ids. */
  fleetHistories(fleets: readonly number[], hours: number): Promise<FleetHistory[]>
  /** The devices of a fleet at a time in the past, in milliseconds since 1970. */
  fleetStatuses(fleet: number, at: number): Promise<FleetStatuses>
  /** Fleets that a new device can join. */
  fleets(): Promise<JoinableFleet[]>
  /** Powers on a new device. */
  startDevice(machine: NewMachine): Promise<PoweredOn>
  /** Powers on a preregistered device. */
  powerOn(uuid: string): Promise<void>
  removeFault(id: number): Promise<void>
  /** Advances the clock by simulated milliseconds. */
  advance(ms: number): Promise<WorldState>
  /** Advances the clock to an ISO time. */
  advanceTo(time: string): Promise<WorldState>
  /** Opens a new world and removes the world's parameters from the page's URL. */
  reset(options?: WorldReset): Promise<WorldState>
  faults(): Promise<Fault[]>
  addFault(fault: NewFault): Promise<void>
  clearFaults(): Promise<void>
  /** Disconnects or reconnects a device. */
  setLink(uuid: string, link: 'up' | 'down'): Promise<void>
  /** Makes a service of the device hold an update lock; null releases it. */
  setLock(uuid: string, service: string | null): Promise<void>
}

/** A linked world that is not open yet. */
export interface PendingLink {
  /** Actions done in the open world, and other tabs that show it. */
  loss: { actions: number; pages: number }
  /** Opens it for all tabs, and returns its state. Rejects with a readable message. */
  open(): Promise<WorldState>
  /** Keeps the open world, also for a reload. */
  dismiss(): void
}

/** An error response of the control API, with a readable message. */
class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface ControlClientOptions extends Pick<ControlClient, 'mode' | 'interception' | 'linkProblem'> {
  apiUrl: string
  /** Notifies of changes of the world. */
  onWorldChange: (listener: () => void) => () => void
  /** Its state is not known to whoever opens it. */
  pendingLink?: { loss: PendingLink['loss']; open(): Promise<void> } | undefined
  /** Called after a reset, because the URL of the page may still contain the previous world. */
  forgetLink: () => void
}

/** After a reset to another world than in the URL, a reload must not open the old one. */
export function forgetLink(): void {
  const address = new URL(window.location.href)
  for (const key of ['scenario', 'platform', 'seed', 'devices', 'at', 'world'])
    address.searchParams.delete(key)
  if (address.hash.startsWith('#world=')) address.hash = ''
  window.history.replaceState(window.history.state, '', address)
}

function noticeOf({ mode, interception }: Pick<ControlClient, 'mode' | 'interception'>): string | undefined {
  const notices = [
    ...(interception === 'in-page' ? [worldText.inPage] : []),
    ...(mode === 'worker' ? [worldText.separateWorlds] : []),
  ]
  return notices.length > 0 ? notices.join(' ') : undefined
}

/** Connects to the control API of the cloud. */
export function createControlClient({
  apiUrl,
  onWorldChange,
  forgetLink,
  pendingLink,
  ...about
}: ControlClientOptions): ControlClient {
  const send = async <M extends ControlMethod, P extends ControlPath<M>>(
    method: M,
    path: P,
    ...input: ControlInput<M, P>
  ): Promise<Response> => {
    const response = await fetch(...controlRequest(apiUrl, method, path, ...input))
    if (!response.ok) throw new ControlError(response.status, await reasonOf(response))
    return response
  }
  const read = async <M extends ControlMethod, P extends ControlPath<M>>(
    method: M,
    path: P,
    ...input: ControlInput<M, P>
  ): Promise<ControlAnswer<M, P>> =>
    (await (await send(method, path, ...input)).json()) as ControlAnswer<M, P>
  const state = () => read('get', '/__flotilla/state')
  const moveClock = (body: ClockMove) => read('post', '/__flotilla/clock', { body })
  const device = async (uuid: string, body: DeviceChange) => {
    await send('post', '/__flotilla/devices/{device}', { path: { device: uuid }, body })
  }

  const withState = ({ loss, open }: NonNullable<typeof pendingLink>): PendingLink => ({
    loss,
    async open() {
      await open()
      // It stays in the URL, so that a reload finds the same world, as after a visit that did not have to ask.
      return state()
    },
    dismiss: forgetLink,
  })
  const notice = noticeOf(about)
  return {
    ...about,
    ...(pendingLink === undefined ? {} : { pendingLink: withState(pendingLink) }),
    ...(notice === undefined ? {} : { notice }),
    ...simulatedThirdParties(apiUrl, (address, init) => fetch(address, init)),
    state,
    onState(listener) {
      let stopped = false
      const stop = onWorldChange(() => {
        void state().then(
          (now) => stopped || listener(now),
          // The next change loads the state again.
          () => {},
        )
      })
      return () => {
        stopped = true
        stop()
      }
    },
    setSpeed: (speed) => moveClock({ speed }),
    setSessionsExpire: (expire) => moveClock({ sessionsExpire: expire }),
    async next() {
      const answer = await moveClock({ next: true })
      return { state: answer, happened: answer.happened }
    },
    timeline: () => read('get', '/__flotilla/timeline'),
    changes: () => read('get', '/__flotilla/changes'),
    takeSnapshot: () => read('post', '/__flotilla/snapshots'),
    rewind: (to) =>
      read('post', '/__flotilla/rewind', { body: typeof to === 'number' ? { snapshot: to } : { to } }),
    sessionFile: async () => (await send('get', '/__flotilla/session-file')).text(),
    async openSessionFile(text) {
      const now = await read('post', '/__flotilla/session-file', { body: parsed(text) })
      forgetLink()
      return now
    },
    async worldFile() {
      try {
        return await read('get', '/__flotilla/world')
      } catch (error) {
        if (error instanceof ControlError && error.status === 404) return null
        throw error
      }
    },
    towns: (names) => read('get', '/__flotilla/towns', { query: { name: [...names] } }),
    stats: () => read('get', '/__flotilla/stats'),
    people: () => read('get', '/__flotilla/people'),
    emails: () => read('get', '/__flotilla/emails'),
    requestLog: (after) => read('get', '/__flotilla/requests', { query: { after } }),
    requestLogEntry: (n) => read('get', '/__flotilla/requests/{n}', { path: { n } }),
    why: (uuid) => read('get', '/__flotilla/devices/{device}', { path: { device: uuid } }),
    metrics: (uuid, from, to) =>
      read('get', '/__flotilla/metrics/{device}', {
        path: { device: uuid },
        query: { from: iso(from), to: iso(to) },
      }),
    fleetHistories: (fleets, hours) =>
      read('get', '/__flotilla/fleet-history', { query: { fleet: fleets.join(','), hours } }),
    fleetStatuses: (fleet, at) =>
      read('get', '/__flotilla/fleet-statuses', { query: { fleet, at: iso(at) } }),
    fleets: () => read('get', '/__flotilla/fleets'),
    startDevice: (machine) => read('post', '/__flotilla/devices', { body: machine }),
    powerOn: (uuid) => device(uuid, { power: 'on' }),
    removeFault: async (id) => void (await send('delete', '/__flotilla/faults/{id}', { path: { id } })),
    advance: (advanceMs) => moveClock({ advanceMs }),
    advanceTo: (to) => moveClock({ to }),
    async reset(options = {}) {
      const now = await read('post', '/__flotilla/reset', { body: options })
      forgetLink()
      return now
    },
    faults: () => read('get', '/__flotilla/faults'),
    addFault: async (fault) => void (await send('post', '/__flotilla/faults', { body: fault })),
    clearFaults: async () => void (await send('delete', '/__flotilla/faults')),
    setLink: (uuid, link) => device(uuid, { link }),
    setLock: (uuid, lock) => device(uuid, { lock }),
  }
}

const iso = (at: number) => new Date(at).toISOString()

/** A session file, which the cloud validates. */
function parsed(text: string): SessionFile {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) return body as SessionFile
  } catch {
    // Reported below.
  }
  throw new ControlError(400, worldText.noSession)
}

/** Errors are a JSON string, an object with a `message` or `error`, or plain text. */
async function reasonOf(response: Response): Promise<string> {
  const text = await response.text()
  const fallback = text || `The simulated world answered ${response.status}`
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'string') return body
    if (typeof body !== 'object' || body === null) return fallback
    const named = 'message' in body ? body.message : 'error' in body ? body.error : undefined
    return typeof named === 'string' ? named : fallback
  } catch {
    return fallback
  }
}
