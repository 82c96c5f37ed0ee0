import { api } from '@/api/api.ts'
import { clockIsAhead } from '@/api/token.ts'
import { inOneTab } from './one-tab.ts'
import { popUp } from './pop-up.ts'
import { WatchPlatform } from './watch-platform.ts'
import { WatchRounds } from './watch-rounds.ts'
import { currentAccount, watchStore } from './watch-store.ts'

const TICK_MS = 1_000

/** Runs the watches of an account, in one of several tabs. Returns a function that stops it. */
export function startWatching(account: number, go: (path: string) => void): () => void {
  const { data, http, now: realNow } = api()
  // Rows have times of the platform's clock.
  const now = () => realNow() - clockIsAhead()
  const stop = new AbortController()
  const platform = new WatchPlatform(data, now)
  const rounds = new WatchRounds({
    store: watchStore(account),
    poll: (...asked) => platform.poll(...asked),
    now,
    clock: () => performance.now(),
    popUp: (entry) => popUp(entry, go),
  })
  inOneTab(`watches:${http.apiUrl}:${account}`, stop.signal, (signal) => {
    const tick = () => {
      // Skips the round if another account has signed in, or nobody.
      if (api().data === data && currentAccount() === account) void rounds.tick(signal)
    }
    const timer = setInterval(tick, TICK_MS)
    signal.addEventListener('abort', () => clearInterval(timer), { once: true })
    tick()
  })
  return () => stop.abort()
}
