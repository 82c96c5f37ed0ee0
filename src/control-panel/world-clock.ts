import type { ControlClient } from '@/simulation/control-client.ts'
import type { WorldState } from '@/simulation/control-contract.ts'

const ASK_AGAIN_MS = 20_000
/** Smaller differences between clocks are ignored. */
const SAME_TIME_MS = 1_000
/** After an action, a change event is sent to all pages including this one; an event this soon after the response is ignored. */
const OWN_EVENT_MS = 500

/** The state of the simulated world in this page, with a clock that continues between responses. */
export interface WorldClock {
  state(): WorldState
  /** Simulated milliseconds since 1970. */
  now(): number
  /** Called after every change of the state; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Processes the response to an action. */
  learn(state: WorldState): void
}

/** Loads the state of the world and follows it: changes arrive as events, and drift is corrected by polling. */
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
    Math.abs(Date.parse(state.now) - now()) > SAME_TIME_MS || withoutTime(state) !== withoutTime(known)
  const take = (state: WorldState, isChange: boolean) => {
    known = state
    learnedAt = realNow()
    // Every change reloads all data of the page.
    if (isChange) for (const listener of listeners) listener()
  }
  const learn = (state: WorldState) => {
    answeredAt = realNow()
    take(state, isNews(state))
  }
  // Faults are not part of the state, so every event counts as a change unless it belongs to the last action.
  client.onState((state) => take(state, isNews(state) || realNow() - answeredAt > OWN_EVENT_MS))
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

const withoutTime = (state: WorldState) => JSON.stringify({ ...state, now: '', happened: null })
