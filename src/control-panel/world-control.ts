import { simulatorText } from '@/messages/simulator.ts'
import { showToast } from '@/ui/toasts.ts'
import type { Fault, WorldDoor, WorldReset, WorldState } from '../world-door.ts'
import type { WorldClock } from './world-clock.ts'

/** The world as the strip and the panel handle it. Actions never reject; what fails is said in a notification. */
export interface WorldControl {
  readonly notice: string | undefined
  readonly clock: WorldClock
  setSpeed(speed: number): Promise<void>
  /** Pauses, or goes on at the speed from before. */
  togglePause(): Promise<void>
  advance(ms: number): Promise<void>
  /** Rejects with what the world says, for the dialog that asked. */
  reset(options: WorldReset): Promise<WorldState>
  /** Rejects when the world does not answer. */
  faults(): Promise<readonly Fault[]>
  /** Rejects with what is wrong with the fault. */
  addFault(fault: Fault): Promise<void>
  clearFaults(): Promise<void>
}

export function createWorldControl(door: WorldDoor, clock: WorldClock): WorldControl {
  let lastSpeed = clock.state().speed || 1
  const act = async (action: Promise<WorldState>) => {
    try {
      clock.learn(await action)
    } catch (error) {
      showToast({
        tone: 'bad',
        key: 'simulator',
        title: simulatorText.failed,
        detail: error instanceof Error ? error.message : String(error),
      })
    }
  }
  const setSpeed = (speed: number) => act(door.setSpeed(speed))
  return {
    notice: door.notice,
    clock,
    setSpeed,
    togglePause() {
      const { speed } = clock.state()
      if (speed > 0) lastSpeed = speed
      return setSpeed(speed > 0 ? 0 : lastSpeed)
    },
    advance: (ms) => act(door.advance(ms)),
    async reset(options) {
      const state = await door.reset(options)
      clock.learn(state)
      return state
    },
    faults: () => door.faults(),
    addFault: (fault) => door.addFault(fault),
    clearFaults: () => door.clearFaults(),
  }
}
