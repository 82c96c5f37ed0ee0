import { useEffect } from 'react'
import { Outlet, useHref, useLocation } from 'react-router'
import { tellPage } from '../page-kind.ts'

/** Around every page: says which one is shown. */
export function Root() {
  const { pathname, search } = useLocation()
  const href = useHref({ pathname, search })
  useEffect(() => tellPage(pathname), [pathname])
  // The address bar is ahead of the page while that loads: who waits for a page looks here.
  useEffect(() => {
    document.documentElement.dataset.shown = href
  }, [href])
  return <Outlet />
}
