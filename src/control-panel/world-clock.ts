import type { ControlClient } from '../simulation/control-client.ts'
import type { WorldState } from '../simulation/control-contract.ts'

const ASK_AGAIN_MS = 20_000
/** Two clocks that differ by less are the same moment. */
const SAME_MOMENT_MS = 1_000
/** An action is answered, and told to every page, its own one too: what is told that soon after the answer is the same. */
const TOLD_AFTER_MS = 500

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
  let answeredAt = -Infinity
  const now = () => Date.parse(known.now) + (realNow() - learnedAt) * known.speed
  const isNews = (state: WorldState) =>
    Math.abs(Date.parse(state.now) - now()) > SAME_MOMENT_MS || withoutMoment(state) !== withoutMoment(known)
  const take = (state: WorldState, isChange: boolean) => {
    known = state
    learnedAt = realNow()
    // Every change has the whole page asked for anew.
    if (isChange) for (const listener of listeners) listener()
  }
  const learn = (state: WorldState) => {
    answeredAt = realNow()
    take(state, isNews(state))
  }
  // A fault shows in no state: what is told is a change unless it has been answered just now.
  client.onState((state) => take(state, isNews(state) || realNow() - answeredAt > TOLD_AFTER_MS))
  setInterval(() => {
    if (document.visibilityState !== 'visible') return
    client.state().then(
      (state) => take(state, isNews(state)),
      () => {},
    )
  }, ASK_AGAIN_MS)
  return {
    state: () => known,
    now,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    learn,
  }
}

const withoutMoment = (state: WorldState) => JSON.stringify({ ...state, now: '', happened: null })
