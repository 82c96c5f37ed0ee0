import { useSyncExternalStore } from 'react'
import { Link as RouterLink } from 'react-router'
import { isLinkable, isPathHere } from '@/lib/address.ts'
import type { LinkAdapter, LinkProps } from '@/ui/layout/link.tsx'
import { pendingLocationOf, useRouterState, type RouterState } from '@/widgets/navigation/pending-location.ts'

/** The path in the browser, including the dashboard's base path. */
const hrefOf = ({ basename = '/' }: RouterState, path: string) =>
  basename === '/' ? path : `${basename}${path === '/' ? '' : path}`

/**
 * The router's own link subscribes to the current location, which only relative paths need: a table of links would
 * render again on every navigation.
 */
function Link({ to, onClick, children, ...rest }: LinkProps) {
  const router = useRouterState()
  if (!isLinkable(to)) return <span className={rest.className}>{children}</span>
  if (!isPathHere(to)) {
    return (
      <RouterLink to={to} onClick={onClick} {...rest}>
        {children}
      </RouterLink>
    )
  }
  const href = hrefOf(router, to)
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        const { button, metaKey, altKey, ctrlKey, shiftKey, defaultPrevented } = event
        const isForBrowser = button !== 0 || metaKey || altKey || ctrlKey || shiftKey
        if (defaultPrevented || isForBrowser || (rest.target ?? '_self') !== '_self') return
        event.preventDefault()
        const { pathname, search, hash } = router.state.location
        void router.navigate(to, { replace: pathname + search + hash === href })
      }}
    >
      {children}
    </a>
  )
}

const matches = (router: RouterState, to: string, end: boolean) => {
  const target = hrefOf(router, to).split(/[?#]/)[0]?.replace(/\/$/, '')
  // The pending location: a clicked tab is marked before its page is loaded.
  const { pathname } = pendingLocationOf(router)
  return pathname === target || (!end && pathname.startsWith(`${target}/`))
}

function useIsCurrent(to: string, end = false): boolean {
  const router = useRouterState()
  return useSyncExternalStore(router.subscribe, () => matches(router, to, end))
}

function useIsAnyCurrent(targets: Parameters<LinkAdapter['useIsAnyCurrent']>[0]): boolean {
  const router = useRouterState()
  return useSyncExternalStore(router.subscribe, () =>
    targets.some(({ to, end = false }) => matches(router, to, end)),
  )
}

/** Makes the links of src/ui use the router. */
export const routerLinks: LinkAdapter = { Link, useIsCurrent, useIsAnyCurrent }
