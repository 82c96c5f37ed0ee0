import { useSyncExternalStore } from 'react'
import { Link as RouterLink } from 'react-router'
import { pendingLocationOf, useRouterState, type RouterState } from '@/domain/navigation/pending-location.ts'
import { isLinkable, isPathHere } from '@/lib/address.ts'
import type { LinkAdapter, LinkProps } from '@/ui/layout/link.tsx'

/** A path as the browser has it, below the dashboard's own. */
const hrefOf = ({ basename = '/' }: RouterState, path: string) =>
  basename === '/' ? path : `${basename}${path === '/' ? '' : path}`

/**
 * The router's own link listens to where the router is, which only a path that begins from there needs: a table of links
 * would render again at every step.
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

// Of where the person is being led: the tab that was pressed is marked before its page is there.
function useIsCurrent(to: string, end = false): boolean {
  const router = useRouterState()
  const target = hrefOf(router, to).split(/[?#]/)[0]?.replace(/\/$/, '')
  return useSyncExternalStore(router.subscribe, () => {
    const { pathname } = pendingLocationOf(router)
    return pathname === target || (!end && pathname.startsWith(`${target}/`))
  })
}

/** Sends the links of src/ui through the router. */
export const routerLinks: LinkAdapter = { Link, useIsCurrent }
