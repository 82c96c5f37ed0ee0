import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useOutlet, useSearchParams } from 'react-router'
import { api } from '@/api/api.ts'
import { sessionState } from '@/api/session-state.ts'
import { StartSkeleton } from '@/app/pages/StartSkeleton.tsx'
import { useServices } from '@/app/services.tsx'
import { isWall } from '@/lib/paths.ts'
import { readyLazy } from '@/ui/ready-lazy.ts'
import { PagePending } from './PagePending.tsx'

const { Component: Shell, load: loadShell } = readyLazy(() =>
  import('./Shell.tsx').then((loaded) => loaded.Shell),
)

/** For a screen in an operations room (docs/wall.md). */
const WallRoute = lazy(() => import('./WallRoute.tsx').then((loaded) => ({ default: loaded.WallRoute })))

/** The chunk of the shell, for the route. */
export const lazyShell = async () => {
  await loadShell()
  return {}
}

/** How long the first page may take before the shell is shown without it. */
const PAGE_LIMIT_MS = 8_000

/**
 * The shell with its page. A first page that takes long, such as one whose list is throttled, does not hold it away: the
 * navigation works meanwhile. The same component before and after, so that the shell stays as it is when the page is there.
 */
export function ShellRoute() {
  const page = useOutlet()
  const { onShell } = useServices()
  const isHeldUp = useIsHeldUp(page === null)
  const isShown = page !== null || (isHeldUp && sessionState(api().token.get()) === 'signed-in')
  useEffect(() => {
    if (isShown) onShell()
  }, [isShown, onShell])
  const { pathname } = useLocation()
  const onWall = isWall(pathname, useSearchParams()[0])
  if (!isShown) return onWall ? null : <StartSkeleton />
  if (onWall) {
    return (
      <Suspense fallback={null}>
        <WallRoute />
      </Suspense>
    )
  }
  return (
    <Suspense fallback={<StartSkeleton />}>
      <Shell>{page ?? <PagePending />}</Shell>
    </Suspense>
  )
}

/** Whether the page has to wait for long: the platform throttles, or the page takes too long anyway. */
function useIsHeldUp(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false)
  const { throttling } = api().http
  const isThrottled = useSyncExternalStore(
    (listener) => throttling.subscribe(listener),
    () => throttling.isOn,
  )
  const isHeldUp = isWaiting && (isThrottled || isLate)
  // Once shown, the shell stays.
  if (isHeldUp && !isLate) setLate(true)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(true), PAGE_LIMIT_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isHeldUp
}
