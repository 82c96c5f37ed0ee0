import { Link as RouterLink, useLocation } from 'react-router'
import type { LinkAdapter, LinkProps } from '@/ui/link.tsx'

function Link({ to, ...rest }: LinkProps) {
  return <RouterLink to={to} {...rest} />
}

function useIsCurrent(to: string, end = false): boolean {
  const { pathname } = useLocation()
  const target = to.split(/[?#]/)[0]?.replace(/\/$/, '')
  return pathname === target || (!end && pathname.startsWith(`${target}/`))
}

/** Sends the links of src/ui through the router. */
export const routerLinks: LinkAdapter = { Link, useIsCurrent }
