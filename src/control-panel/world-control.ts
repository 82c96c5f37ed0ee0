import { formatInstant } from '@/lib/format.ts'
import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import { simulatorText } from '@/messages/control-panel/simulator.ts'
import type { ControlClient } from '@/simulation/control-client.ts'
import type {
  Fault,
  NewFault,
  NewMachine,
  PoweredOn,
  Replayed,
  WorldReset,
  WorldState,
} from '@/simulation/control-contract.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import type { Dashboard } from './dashboard.ts'
import { seenAs } from './see-as/seen-as.ts'
import type { WorldClock } from './world-clock.ts'

/** The actions of the strip and the panel. They never reject; failures are shown as toasts. */
export interface WorldControl {
  readonly notice: string | undefined
  readonly clock: WorldClock
  /** Read requests to the world; reject when it does not respond. */
  readonly client: Pick<
    ControlClient,
    | 'timeline'
    | 'sessionFile'
    | 'towns'
    | 'worldFile'
    | 'stats'
    | 'people'
    | 'emails'
    | 'requestLog'
    | 'requestLogEntry'
    | 'why'
    | 'fleets'
  >
  readonly dashboard: Dashboard
  /** Switches the user on the current page, and ends "See as". */
  become(email: string, password: string): Promise<void>
  /** Jumps to the next event, and shows it as a toast. */
  next(): Promise<void>
  /** Jumps forward or goes back to an ISO time. */
  goTo(time: string): Promise<void>
  /** Goes back to a snapshot. */
  rewind(snapshot: number): Promise<void>
  takeSnapshot(): Promise<void>
  /** Rejects with the error in the file. */
  openSessionFile(text: string): Promise<Replayed>
  /** Rejects with the reason why no device can be powered on there. */
  startDevice(machine: NewMachine): Promise<PoweredOn>
  /** Rejects with the reason why the device cannot be powered on. */
  powerOn(uuid: string): Promise<void>
  removeFault(id: number): Promise<void>
  setSpeed(speed: number): Promise<void>
  /** Whether sessions also end after 36 hours of simulated time. */
  setSessionsExpire(expire: boolean): Promise<void>
  /** Pauses, or resumes with the previous speed. */
  togglePause(): Promise<void>
  advance(ms: number): Promise<void>
  /** Opens a world file and signs in as its administrator. Rejects with the error. */
  openWorldFile(file: object): Promise<WorldState>
  /** Rejects with the world's message, for the dialog. */
  reset(options: WorldReset): Promise<WorldState>
  /** Rejects when the world does not respond. */
  faults(): Promise<readonly Fault[]>
  /** Rejects with the error in the fault. */
  addFault(fault: NewFault): Promise<void>
  clearFaults(): Promise<void>
}

export function createWorldControl(
  client: ControlClient,
  clock: WorldClock,
  dashboard: Dashboard,
): WorldControl {
  let lastSpeed = clock.state().speed || 1
  const act = async (action: Promise<WorldState>) => {
    try {
      clock.learn(await action)
    } catch (error) {
      showFailure(error)
    }
  }
  const setSpeed = (speed: number) => act(client.setSpeed(speed))
  return {
    notice: client.notice,
    clock,
    client,
    dashboard,
    become(email, password) {
      seenAs.set(null)
      return dashboard.become(email, password)
    },
    async next() {
      try {
        const { state, happened } = await client.next()
        clock.learn(state)
        showToast({
          tone: 'info',
          key: 'simulator',
          title: happened === null ? panelText.nothingNext : happened.text,
          ...(happened !== null && { detail: formatInstant(happened.at, { timeZone: 'UTC' }) }),
        })
      } catch (error) {
        showFailure(error)
      }
    },
    goTo: (time) => act(Date.parse(time) < clock.now() ? client.rewind(time) : client.advanceTo(time)),
    rewind: (snapshot) => act(client.rewind(snapshot)),
    async takeSnapshot() {
      await client.takeSnapshot().catch(showFailure)
    },
    async openSessionFile(text) {
      const replayed = await client.openSessionFile(text)
      clock.learn(replayed)
      return replayed
    },
    async startDevice(machine) {
      const device = await client.startDevice(machine)
      clock.learn(await client.state())
      return device
    },
    async powerOn(uuid) {
      await client.powerOn(uuid)
      clock.learn(await client.state())
    },
    removeFault: (id) => client.removeFault(id),
    setSpeed,
    setSessionsExpire: (expire) => act(client.setSessionsExpire(expire)),
    togglePause() {
      const { speed } = clock.state()
      if (speed > 0) lastSpeed = speed
      return setSpeed(speed > 0 ? 0 : lastSpeed)
    },
    advance: (ms) => act(client.advance(ms)),
    async reset(options) {
      const state = await client.reset(options)
      clock.learn(state)
      return state
    },
    async openWorldFile(worldFile) {
      const state = await client.reset({ worldFile: { ...worldFile } })
      clock.learn(state)
      const people = await client.people()
      const [first] = people.filter(({ isTelling }) => isTelling)
      if (first !== undefined) await dashboard.become(first.email, first.password)
      await dashboard.go('/fleets')
      return state
    },
    faults: () => client.faults(),
    addFault: (fault) => client.addFault(fault),
    clearFaults: () => client.clearFaults(),
  }
}

/** Shows the world's error message as a toast. */
export function showFailure(error: unknown): void {
  showToast({
    tone: 'bad',
    key: 'simulator',
    title: simulatorText.failed,
    detail: error instanceof Error ? error.message : String(error),
  })
}
