import { useHref, useLocation, useNavigation, useSearchParams } from 'react-router'

export interface ListAddress {
  /** What the list on the screen was asked for. */
  shown: URLSearchParams
  /** What has been asked for since: the controls show it at once, the list follows. */
  wanted: URLSearchParams
  /** Another list is on its way. */
  pending: boolean
  /** Goes to the address made from what is wanted now, so that quick changes add up. */
  change: (next: (wanted: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void
}

/** The query of a list's address: filters, order, page. */
export function useListAddress(): ListAddress {
  const [shown, setShown] = useSearchParams()
  const { pathname } = useLocation()
  const href = useHref(pathname)
  const { state, location } = useNavigation()
  const pending = state === 'loading' && [pathname, href].includes(location.pathname)
  const wanted = pending ? new URLSearchParams(location.search) : shown
  return {
    shown,
    wanted,
    pending,
    change: (next, options) => setShown(next(wanted), { preventScrollReset: true, ...options }),
  }
}
