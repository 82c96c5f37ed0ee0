import { worldText } from '../messages/world.ts'
import type {
  ClockAnswer,
  ClockMove,
  DeviceChange,
  Fault,
  NewFault,
  WorldEvent,
  WorldReset,
  WorldState,
  WorldStats,
  JoinableFleet,
  RequestLogEntry,
  RequestLogDetail,
  Email,
  Measured,
  NewMachine,
  DemoUser,
  PoweredOn,
  Replayed,
  Timeline,
  PlatformChange,
  Explanation,
} from './control-contract.ts'
import { simulatedThirdParties, type SimulatedThirdParties } from './third-parties.ts'

/** The one way to the simulated world, for the simulator's panel and for tests. Absent in live mode. */
export interface ControlClient extends SimulatedThirdParties {
  /** `worker`: each tab has a world of its own. */
  readonly mode: 'shared-worker' | 'worker'
  readonly interception: 'service-worker' | 'in-page'
  /** What does not work as it should in this browser, for people; absent when all does. */
  readonly notice?: string
  /** Why the world that the page's address names could not be opened; the one of before is open. */
  readonly linkProblem?: string | undefined
  state(): Promise<WorldState>
  /** Called with the new state after each change that anybody makes, in any tab. Returns a way to stop. */
  onState(listener: (state: WorldState) => void): () => void
  /** 0 to 3600 simulated milliseconds for each real one. */
  setSpeed(speed: number): Promise<WorldState>
  /** Jumps to the next thing that a person would notice; null when nothing is in sight. */
  next(): Promise<{ state: WorldState; happened: WorldEvent | null }>
  timeline(): Promise<Timeline>
  /** What people and programs changed on the platform, newest first. */
  changes(): Promise<PlatformChange[]>
  /** Keeps the world as it is, to come back to it. */
  keepMoment(): Promise<Timeline>
  /** Goes back to a kept moment, by its number, or to any other, by its ISO moment. */
  rewind(to: number | string): Promise<Replayed>
  /** The session as a file: what leads to the same world elsewhere. */
  bundle(): Promise<string>
  /** Opens a session file in place of this world. Rejects with what is wrong with it. */
  openBundle(text: string): Promise<Replayed>
  /** The world file of the open world; null when it is not written in one. */
  worldFile(): Promise<object | null>
  figures(): Promise<WorldStats>
  people(): Promise<DemoUser[]>
  letters(): Promise<Email[]>
  /** What the platform was asked after request number `after`, oldest first. */
  journal(after: number): Promise<RequestLogEntry[]>
  journalEntry(n: number): Promise<RequestLogDetail>
  why(uuid: string): Promise<Explanation>
  /** What a device measured between two moments, in milliseconds since 1970; oldest first. */
  metrics(uuid: string, from: number, to: number): Promise<Measured[]>
  /** Fleets that a new device can join. */
  fleets(): Promise<JoinableFleet[]>
  /** Switches a new device on. */
  startDevice(machine: NewMachine): Promise<PoweredOn>
  /** Switches the machine of a registered device on. */
  powerOn(uuid: string): Promise<void>
  removeFault(id: number): Promise<void>
  /** Jumps forward by simulated milliseconds. */
  advance(ms: number): Promise<WorldState>
  /** Jumps forward to an ISO moment. */
  advanceTo(moment: string): Promise<WorldState>
  /** Opens a fresh world and takes the world's parameters out of the page's address. */
  reset(options?: WorldReset): Promise<WorldState>
  faults(): Promise<Fault[]>
  addFault(fault: NewFault): Promise<void>
  clearFaults(): Promise<void>
  /** Cuts or restores a device's connection. */
  setLink(uuid: string, link: 'up' | 'down'): Promise<void>
  /** Makes a service of the device hold an update lock; null lets it go. */
  setLock(uuid: string, service: string | null): Promise<void>
}

/** The world refused what was asked of it. The message is for people. */
export class ControlError extends Error {
  override readonly name = 'WorldRefusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface ControlClientOptions extends Pick<ControlClient, 'mode' | 'interception' | 'linkProblem'> {
  apiUrl: string
  /** Tells when anybody changed the world. */
  onWorldChange: (listener: () => void) => () => void
  /** Called after a reset, as the page's address may still name the world of before. */
  forgetLink: () => void
}

/** A reset chose another world than the address did; a reload must not bring the old one back. */
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

/** Opens the door over the cloud's control API. */
export function createControlClient({
  apiUrl,
  onWorldChange,
  forgetLink,
  ...about
}: ControlClientOptions): ControlClient {
  const control = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(`${apiUrl}/__flotilla/${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    if (!response.ok) throw new ControlError(response.status, await reasonOf(response))
    return response
  }
  const read = async <Body>(method: string, path: string, body?: object): Promise<Body> =>
    (await (await control(method, path, body)).json()) as Body
  const state = () => read<WorldState>('GET', 'state')
  const moveClock = (move: ClockMove) => read<ClockAnswer>('POST', 'clock', move)
  const device = async (uuid: string, change: DeviceChange) => {
    await control('POST', `devices/${encodeURIComponent(uuid)}`, change)
  }

  const notice = noticeOf(about)
  return {
    ...about,
    ...(notice === undefined ? {} : { notice }),
    ...simulatedThirdParties(apiUrl, (address, init) => fetch(address, init)),
    state,
    onState(listener) {
      let stopped = false
      const stop = onWorldChange(() => {
        void state().then(
          (now) => stopped || listener(now),
          // The next change brings the state again.
          () => {},
        )
      })
      return () => {
        stopped = true
        stop()
      }
    },
    setSpeed: (speed) => moveClock({ speed }),
    async next() {
      const answer = await moveClock({ next: true })
      return { state: answer, happened: answer.happened }
    },
    timeline: () => read('GET', 'timeline'),
    changes: () => read('GET', 'changes'),
    keepMoment: () => read('POST', 'moments', {}),
    rewind: (to) => read('POST', 'rewind', typeof to === 'number' ? { moment: to } : { to }),
    bundle: async () => (await control('GET', 'bundle')).text(),
    async openBundle(text) {
      const now = await read<Replayed>('POST', 'bundle', parsed(text))
      forgetLink()
      return now
    },
    async worldFile() {
      try {
        return await read<object>('GET', 'world')
      } catch (error) {
        if (error instanceof ControlError && error.status === 404) return null
        throw error
      }
    },
    figures: () => read('GET', 'figures'),
    people: () => read('GET', 'people'),
    letters: () => read('GET', 'mailbox'),
    journal: (after) => read('GET', `journal?after=${after}`),
    journalEntry: (n) => read('GET', `journal/${n}`),
    why: (uuid) => read('GET', `devices/${encodeURIComponent(uuid)}`),
    metrics: (uuid, from, to) =>
      read('GET', `metrics/${encodeURIComponent(uuid)}?from=${iso(from)}&to=${iso(to)}`),
    fleets: () => read('GET', 'fleets'),
    startDevice: (machine) => read('POST', 'devices', machine),
    powerOn: (uuid) => device(uuid, { power: 'on' }),
    removeFault: async (id) => void (await control('DELETE', `faults/${id}`)),
    advance: (advanceMs) => moveClock({ advanceMs }),
    advanceTo: (to) => moveClock({ to }),
    async reset(options = {}) {
      const now = await read<WorldState>('POST', 'reset', options)
      forgetLink()
      return now
    },
    faults: () => read('GET', 'faults'),
    addFault: async (fault) => void (await control('POST', 'faults', fault)),
    clearFaults: async () => void (await control('DELETE', 'faults')),
    setLink: (uuid, link) => device(uuid, { link }),
    setLock: (uuid, lock) => device(uuid, { lock }),
  }
}

const iso = (at: number) => new Date(at).toISOString()

function parsed(text: string): object {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) return body
  } catch {
    // Told below.
  }
  throw new ControlError(400, worldText.noSession)
}

/** Refusals are a JSON string, an object with a `message` or `error`, or plain text. */
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
