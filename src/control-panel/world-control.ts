import { formatMoment } from '@/lib/format.ts'
import { panelText } from '@/messages/simulator-panel.ts'
import { simulatorText } from '@/messages/simulator.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
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
import type { Dashboard } from './dashboard.ts'
import { seenAs } from './see-as/seen-as.ts'
import type { WorldClock } from './world-clock.ts'

/** The world as the strip and the panel handle it. Actions never reject; what fails is said in a notification. */
export interface WorldControl {
  readonly notice: string | undefined
  readonly clock: WorldClock
  /** What can be asked of the world; rejects when it does not answer. */
  readonly client: Pick<
    ControlClient,
    | 'timeline'
    | 'bundle'
    | 'worldFile'
    | 'figures'
    | 'people'
    | 'letters'
    | 'journal'
    | 'journalEntry'
    | 'why'
    | 'fleets'
  >
  readonly dashboard: Dashboard
  /** Signs in as somebody else, on the page where one is, and no longer only looks as somebody. */
  become(email: string, password: string): Promise<void>
  /** Jumps to the next thing that happens, and says in a notification what it was. */
  next(): Promise<void>
  /** Jumps forward, or goes back, to an ISO moment. */
  goTo(moment: string): Promise<void>
  /** Goes back to a kept moment. */
  rewind(moment: number): Promise<void>
  keepMoment(): Promise<void>
  /** Rejects with what is wrong with the file. */
  openBundle(text: string): Promise<Replayed>
  /** Rejects with why no device can be switched on there. */
  startDevice(machine: NewMachine): Promise<PoweredOn>
  /** Rejects with why the device cannot be switched on. */
  powerOn(uuid: string): Promise<void>
  removeFault(id: number): Promise<void>
  setSpeed(speed: number): Promise<void>
  /** Pauses, or goes on at the speed from before. */
  togglePause(): Promise<void>
  advance(ms: number): Promise<void>
  /** Opens the world of a file and signs in there as its administrator. Rejects with why it cannot be opened. */
  openWorldFile(file: object): Promise<WorldState>
  /** Rejects with what the world says, for the dialog that asked. */
  reset(options: WorldReset): Promise<WorldState>
  /** Rejects when the world does not answer. */
  faults(): Promise<readonly Fault[]>
  /** Rejects with what is wrong with the fault. */
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
      sayFailed(error)
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
          ...(happened !== null && { detail: formatMoment(happened.at, { timeZone: 'UTC' }) }),
        })
      } catch (error) {
        sayFailed(error)
      }
    },
    goTo: (moment) =>
      act(Date.parse(moment) < clock.now() ? client.rewind(moment) : client.advanceTo(moment)),
    rewind: (moment) => act(client.rewind(moment)),
    async keepMoment() {
      await client.keepMoment().catch(sayFailed)
    },
    async openBundle(text) {
      const replayed = await client.openBundle(text)
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

/** Says in a notification what the world refused. */
export function sayFailed(error: unknown): void {
  showToast({
    tone: 'bad',
    key: 'simulator',
    title: simulatorText.failed,
    detail: error instanceof Error ? error.message : String(error),
  })
}
