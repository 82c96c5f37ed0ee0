import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useHref, useLocation, useNavigate, useSearchParams, type Location } from 'react-router'
import { pendingLocationOf, useRouterState } from './pending-location.ts'

export interface ListAddress {
  /** What the list on the screen was asked for. */
  shown: URLSearchParams
  /** What has been asked for since: the controls show it at once, the list follows. */
  wanted: URLSearchParams
  /** Another list is on its way. */
  pending: boolean
  /** Goes to the address made from what is wanted by then, so that quick changes add up. */
  change: (next: (wanted: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void
}

/** The query of a list's address: filters, order, page. */
export function useListAddress(): ListAddress {
  const [shown] = useSearchParams()
  const { pathname, key } = useLocation()
  const href = useHref(pathname)
  const router = useRouterState()
  const navigate = useNavigate()
  const isHere = useCallback(
    (location: Location) => location.pathname === pathname || location.pathname === href,
    [pathname, href],
  )
  // Who goes to another page changes nothing on this one.
  const search = useSyncExternalStore(router.subscribe, () => {
    const destination = pendingLocationOf(router)
    return isHere(destination) && destination.key !== key ? destination.search : undefined
  })
  const wanted = useMemo(() => (search === undefined ? shown : new URLSearchParams(search)), [search, shown])

  const change = useCallback<ListAddress['change']>(
    (next, { replace = false } = {}) => {
      const { location, navigation } = router.state
      const from = [pendingLocationOf(router), location].find(isHere)
      // The page has been left.
      if (from === undefined) return
      // What is overtaken before it has arrived would have been a step of its own, to which the back button leads.
      const overtakesStep = from === navigation.location && navigation.historyAction === 'PUSH'
      void navigate(
        { pathname, search: next(new URLSearchParams(from.search)).toString() },
        { preventScrollReset: true, replace: replace && !overtakesStep },
      )
    },
    [router, isHere, pathname, navigate],
  )
  return { shown, wanted, pending: search !== undefined, change }
}
