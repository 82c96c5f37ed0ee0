/** What the simulated world is at the moment (`/__flotilla/state`). */
export interface WorldState {
  /** Machine name, such as `release-day`. */
  scenario: string
  title: string
  /** What is worth looking at in this scenario. */
  lookAt: string
  seed: number
  /** How many devices there are. */
  devices: number
  /** ISO moment of the simulated clock. */
  now: string
  /** Simulated milliseconds for each real one; 0 is paused. */
  speed: number
  scenarios: { name: string; title: string; lookAt: string }[]
}

/** Which world to open instead; what is absent stays as it is or is the scenario's own. `at` is an ISO moment. */
export interface WorldReset {
  scenario?: string
  seed?: number
  devices?: number
  at?: string
}

/** Something that goes wrong on purpose. */
export interface Fault {
  /** Method and path with `*` for anything: `GET /v7/*`. */
  route: string
  kind: 'status' | 'latency' | 'drop-stream' | 'drop-socket' | 'network'
  /** With `status`: the answer's status. */
  status?: number
  /** Seconds, for status 429 and 503. */
  retryAfter?: number
  /** With `latency`: milliseconds of real time. */
  ms?: number
  /** How many requests it meets before it is spent; for ever when absent. */
  times?: number
  /** Share of requests that it meets, from 0 to 1; all when absent. */
  rate?: number
}

/** The one way to the simulated world, for the simulator's panel and for tests. Absent in live mode. */
export interface WorldDoor {
  /** `worker`: each tab has a world of its own. */
  readonly mode: 'shared-worker' | 'worker'
  readonly interception: 'service-worker' | 'in-page'
  /** What does not work as it should in this browser, for people; absent when all does. */
  readonly notice?: string
  state(): Promise<WorldState>
  /** Called with the new state after each change that anybody makes, in any tab. Returns a way to stop. */
  onState(listener: (state: WorldState) => void): () => void
  /** 0 to 3600 simulated milliseconds for each real one. */
  setSpeed(speed: number): Promise<WorldState>
  /** Jumps forward by simulated milliseconds. */
  advance(ms: number): Promise<WorldState>
  /** Jumps forward to an ISO moment. */
  advanceTo(moment: string): Promise<WorldState>
  /** Opens a fresh world and takes the world's parameters out of the page's address. */
  reset(options?: WorldReset): Promise<WorldState>
  faults(): Promise<Fault[]>
  addFault(fault: Fault): Promise<void>
  clearFaults(): Promise<void>
  /** Cuts or restores a device's connection. */
  setLink(uuid: string, link: 'up' | 'down'): Promise<void>
  /** Makes a service of the device hold an update lock; null lets it go. */
  setLock(uuid: string, service: string | null): Promise<void>
}

/** The world refused what was asked of it. The message is for people. */
export class WorldRefusal extends Error {
  override readonly name = 'WorldRefusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface WorldDoorOptions extends Pick<WorldDoor, 'mode' | 'interception' | 'notice'> {
  apiUrl: string
  /** Tells when anybody changed the world. */
  onWorldChange: (listener: () => void) => () => void
  /** Called after a reset, as the page's address may still name the world of before. */
  forgetLink: () => void
}

/** Opens the door over the cloud's control API. */
export function createWorldDoor({
  apiUrl,
  onWorldChange,
  forgetLink,
  ...about
}: WorldDoorOptions): WorldDoor {
  const control = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(`${apiUrl}/__flotilla/${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    if (!response.ok) throw new WorldRefusal(response.status, await reasonOf(response))
    return response
  }
  const asState = async (answer: Promise<Response>) => (await (await answer).json()) as WorldState
  const state = () => asState(control('GET', 'state'))
  const device = async (uuid: string, change: object) => {
    await control('POST', `devices/${encodeURIComponent(uuid)}`, change)
  }

  return {
    ...about,
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
    setSpeed: (speed) => asState(control('POST', 'clock', { speed })),
    advance: (advanceMs) => asState(control('POST', 'clock', { advanceMs })),
    advanceTo: (to) => asState(control('POST', 'clock', { to })),
    async reset(options = {}) {
      const now = await asState(control('POST', 'reset', options))
      forgetLink()
      return now
    },
    faults: async () => (await (await control('GET', 'faults')).json()) as Fault[],
    addFault: async (fault) => void (await control('POST', 'faults', fault)),
    clearFaults: async () => void (await control('DELETE', 'faults')),
    setLink: (uuid, link) => device(uuid, { link }),
    setLock: (uuid, lock) => device(uuid, { lock }),
  }
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
