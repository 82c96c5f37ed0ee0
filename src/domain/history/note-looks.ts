import { api } from '@/api/api.ts'
import { lookOf, type LookedAt } from './look.ts'

let keeps = false

/** Whether what is seen outlives the page. What a simulated world shows does not: it knows its history itself. */
export function keepHistory(whether: boolean): void {
  keeps = whether
}

/** After what the page itself needs. */
const atRest = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 2_000 })
    else setTimeout(resolve)
  })

const load = () => import('./seen-history.ts')
let loading: ReturnType<typeof load> | null = null

/** Notes what was just read of devices; tells of which there is now more to see. */
export async function noteLooks(devices: readonly LookedAt[]): Promise<readonly string[]> {
  const account = api().session.claims()?.id
  if (account === undefined || devices.length === 0) return []
  const at = api().now()
  const looks = devices.map(lookOf)
  try {
    loading ??= atRest().then(load)
    const { seenHistory } = await loading
    return seenHistory(account, keeps).note(looks, at)
  } catch {
    // A page must not fail because it cannot be noted; the next look tries again.
    loading = null
    return []
  }
}

/** What this browser has seen for whoever is signed in. */
export async function seenByAccount() {
  const { seenHistory } = await load()
  return seenHistory(api().session.claims()?.id ?? 0, keeps)
}
