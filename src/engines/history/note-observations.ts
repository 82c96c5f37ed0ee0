import { api } from '@/api/api.ts'
import { keepsHistory } from './history-mode.ts'
import { observationOf, type ObservedDevice } from './observation.ts'

/** Waits until the page itself has loaded. */
const whenIdle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 2_000 })
    else setTimeout(resolve)
  })

const load = () => import('./seen-history.ts')
let loading: ReturnType<typeof load> | null = null

/** Records devices that were just read. Returns the ids of those with a new point or a new state. */
export async function noteObservations(devices: readonly ObservedDevice[]): Promise<readonly string[]> {
  const account = api().session.claims()?.id
  if (account === undefined || devices.length === 0) return []
  const at = api().now()
  const observations = devices.map(observationOf)
  try {
    loading ??= whenIdle().then(load)
    const { seenHistory } = await loading
    return seenHistory(account, keepsHistory()).note(observations, at)
  } catch {
    // A failure to record must not break the page; the next read tries again.
    loading = null
    return []
  }
}

/** The observations of the signed-in user in this browser. */
export async function seenByAccount() {
  const { seenHistory } = await load()
  return seenHistory(api().session.claims()?.id ?? 0, keepsHistory())
}
