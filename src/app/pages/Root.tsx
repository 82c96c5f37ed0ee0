import { useEffect } from 'react'
import { Outlet, useHref, useLocation } from 'react-router'
import { dispatchPage } from '@/app/page-kind.ts'

/** Wraps every page and marks which one is shown. */
export function Root() {
  const { pathname, search } = useLocation()
  const href = useHref({ pathname, search })
  useEffect(() => dispatchPage(pathname), [pathname])
  // The URL changes before the page is loaded: tests that wait for a page look at this mark.
  useEffect(() => {
    document.documentElement.dataset.shown = href
  }, [href])
  return <Outlet />
}
