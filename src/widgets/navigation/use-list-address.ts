import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useHref, useLocation, useNavigate, useSearchParams, type Location } from 'react-router'
import { pendingLocationOf, useRouterState } from './pending-location.ts'

export interface ListAddress {
  /** The parameters of the displayed list. */
  shown: URLSearchParams
  /** The latest requested parameters: controls show them immediately, the list follows. */
  wanted: URLSearchParams
  /** Another list is loading. */
  pending: boolean
  /** Navigates to the URL computed from the latest parameters, so that quick changes add up. */
  change: (next: (wanted: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void
}

/** The search parameters of a list: filters, order, page. */
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
  // After navigating to another page, this one no longer changes.
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
      // A superseded navigation must not leave an entry in the history.
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
