import { Outlet, redirect, type LoaderFunction, type RouteObject } from 'react-router'
import { offers } from '@/api/api.ts'
import { withoutBase } from '@/lib/base.ts'

type NotOffered = Parameters<typeof import('@/app/pages/NotOfferedPage.tsx').notOffered>[0]

/** A page that needs a platform feature; without the feature, a page that says so. */
export const whenOffered =
  <Page>(feature: NotOffered, load: () => Promise<Page>) =>
  () =>
    offers(feature)
      ? load()
      : import('@/app/pages/NotOfferedPage.tsx').then(({ notOffered }) => ({
          Component: notOffered(feature),
        }))

/** Shows the not-found page instead of the whole page, including its frame. */
export const notFoundLoader: LoaderFunction = () => {
  throw new Response(null, { status: 404 })
}

// Middleware runs only for navigations to routes with a loader.
export const emptyLoader: LoaderFunction = () => null

/** A redirect. It needs a component, because the router warns about leaf routes without one. */
export const redirectTo = (
  target: (pathname: string) => string,
): Pick<RouteObject, 'loader' | 'Component'> => ({
  loader: ({ request }) => redirect(target(withoutBase(new URL(request.url).pathname))),
  Component: Outlet,
})

export const withoutSummary = (pathname: string) => pathname.replace(/\/summary\/?$/, '')

/** Redirects a page to the same one below another page, with its parameters. */
export const movedBelow = (parent: string): Pick<RouteObject, 'loader' | 'Component'> => ({
  loader: ({ request }) => {
    const { pathname, search, hash } = new URL(request.url)
    return redirect(withoutBase(pathname).replace(/\/([^/]+)\/?$/, `/${parent}/$1`) + search + hash)
  },
  Component: Outlet,
})
