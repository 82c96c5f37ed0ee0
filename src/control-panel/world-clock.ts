import type { ControlClient } from '../simulation/control-client.ts'
import type { WorldState } from '../simulation/control-types.ts'

const ASK_AGAIN_MS = 20_000

/** The state of the simulated world as this page knows it, with a clock that runs on between two answers. */
export interface WorldClock {
  state(): WorldState
  /** Simulated milliseconds since 1970. */
  now(): number
  /** Called after every change of the state; returns a way to stop. */
  subscribe(listener: () => void): () => void
  /** Takes in what the world answered to an action. */
  learn(state: WorldState): void
}

/** Asks the world what it is, then follows it: what anybody changes is told, and drift is mended by asking again. */
export async function followWorld(
  client: Pick<ControlClient, 'state' | 'onState'>,
  realNow: () => number = () => performance.now(),
): Promise<WorldClock> {
  const listeners = new Set<() => void>()
  let known = await client.state()
  let learnedAt = realNow()
  const learn = (state: WorldState) => {
    known = state
    learnedAt = realNow()
    for (const listener of listeners) listener()
  }
  client.onState(learn)
  setInterval(() => {
    if (document.visibilityState === 'visible') client.state().then(learn, () => {})
  }, ASK_AGAIN_MS)
  return {
    state: () => known,
    now: () => Date.parse(known.now) + (realNow() - learnedAt) * known.speed,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    learn,
  }
}
