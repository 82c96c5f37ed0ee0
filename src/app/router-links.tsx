import { Link as RouterLink, useHref } from 'react-router'
import { useDestination } from '@/domain/destination.ts'
import type { LinkAdapter, LinkProps } from '@/ui/link.tsx'

function Link({ to, ...rest }: LinkProps) {
  return <RouterLink to={to} {...rest} />
}

// Of where the person is being led: the tab that was pressed is marked before its page is there.
function useIsCurrent(to: string, end = false): boolean {
  const { pathname } = useDestination()
  const target = useHref(to).split(/[?#]/)[0]?.replace(/\/$/, '')
  return pathname === target || (!end && pathname.startsWith(`${target}/`))
}

/** Sends the links of src/ui through the router. */
export const routerLinks: LinkAdapter = { Link, useIsCurrent }
