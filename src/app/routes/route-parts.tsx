import { lazy, Suspense, type ComponentType } from 'react'
import { Outlet, redirect, type LazyRouteFunction, type LoaderFunction, type RouteObject } from 'react-router'
import { offers } from '@/api/api.ts'
import { withoutBase } from '@/lib/base.ts'

/** What a page's module exports for its route. */
type RouteModule = Awaited<ReturnType<LazyRouteFunction<RouteObject>>>

const NotOfferedPage = lazy(() =>
  import('@/app/pages/NotOfferedPage.tsx').then((loaded) => ({ default: loaded.NotOfferedPage })),
)

type NotOffered = Parameters<typeof import('@/app/pages/NotOfferedPage.tsx').NotOfferedPage>[0]['feature']

/**
 * A page that needs a platform feature; without the feature, a page that says so. This is decided whenever it is shown,
 * because the platform may be detected later than the page is loaded.
 */
export const whenOffered =
  (feature: NotOffered, load: () => Promise<RouteModule>) => async (): Promise<RouteModule> => {
    const { loader, Component, ...page } = await load()
    return {
      ...page,
      ...(typeof loader === 'function' && {
        loader: (args, handlerContext) => (offers(feature) ? loader(args, handlerContext) : null),
      }),
      Component: () => <OfferedPage feature={feature} Page={Component ?? Outlet} />,
    }
  }

function OfferedPage({ feature, Page }: { feature: NotOffered; Page: ComponentType | typeof Outlet }) {
  if (offers(feature)) return <Page />
  return (
    <Suspense fallback={null}>
      <NotOfferedPage feature={feature} />
    </Suspense>
  )
}

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
