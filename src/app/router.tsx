import type { QueryClient } from '@tanstack/react-query'
import { createBrowserRouter, Outlet, RouterContextProvider, type RouteObject } from 'react-router'
import { base } from '@/lib/base.ts'
import { paths } from '@/lib/paths.ts'
import { queryClientContext } from '@/widgets/navigation/route-cache.ts'
import { Component as NotFound } from './pages/NotFoundPage.tsx'
import { Root } from './pages/Root.tsx'
import { RootError } from './pages/RootError.tsx'
import { RouteError } from './pages/RouteError.tsx'
import { StartSkeleton } from './pages/StartSkeleton.tsx'
import { withRenewedPages } from './renewed-pages.tsx'
import { limitRouteLoading } from './route-timeout.ts'
import { identityProviderRoutes, inboxRoutes, preferenceRoutes } from './routes/account-routes.ts'
import { applicationRoutes } from './routes/application-routes.ts'
import { deviceRoutes } from './routes/device-routes.ts'
import { entryRoutes } from './routes/entry-routes.ts'
import { organizationRoutes } from './routes/organization-routes.ts'
import { emptyLoader, redirectTo, whenOffered } from './routes/route-parts.tsx'
import {
  requireGoodPassword,
  requireNoSession,
  requireSession,
  verifiedEmailLoader,
} from './session/guards.ts'
import { lazyShell, ShellRoute } from './shell/ShellRoute.tsx'

const shellRoute: RouteObject = {
  Component: ShellRoute,
  HydrateFallback: ShellRoute,
  lazy: lazyShell,
  middleware: [requireSession, requireGoodPassword],
  loader: verifiedEmailLoader,
  children: [
    {
      ErrorBoundary: RouteError,
      Component: Outlet,
      children: [
        { index: true, ...redirectTo(() => paths.fleets()) },
        applicationRoutes('fleet'),
        applicationRoutes('app'),
        applicationRoutes('block'),
        organizationRoutes,
        preferenceRoutes,
        inboxRoutes,
        {
          path: paths.activity(),
          ErrorBoundary: RouteError,
          lazy: () => import('@/features/activity/ActivityPage.tsx'),
        },
        identityProviderRoutes,
        {
          path: paths.fleetInvitation(':token'),
          lazy: whenOffered('invitations', () => import('@/features/fleets/members/AcceptInvitation.tsx')),
        },
        {
          path: paths.organizationInvitation(':token'),
          lazy: whenOffered('invitations', () => import('@/features/organizations/AcceptInvitation.tsx')),
        },
        ...deviceRoutes,
        { path: paths.notFound(), Component: NotFound },
        { path: '*', Component: NotFound },
      ],
    },
  ],
}

/** Every route of the dashboard. */
const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RootError,
    HydrateFallback: StartSkeleton,
    children: [
      {
        path: paths.login(),
        middleware: [requireNoSession],
        loader: emptyLoader,
        lazy: () => import('./pages/LoginPage.tsx'),
      },
      entryRoutes,
      // Before the session guard, so that a deploy link is kept across the sign-in.
      {
        path: paths.deploy(),
        lazy: whenOffered('builds', () => import('@/features/fleets/deploy/DeployRoute.ts')),
      },
      shellRoute,
    ],
  },
]

/** Creates the router and starts the loaders of the first page, which fill `queries`. The platform must be connected. */
export function createRouter(queries: QueryClient) {
  const destination: { to?: () => string } = {}
  const router = createBrowserRouter(
    limitRouteLoading(withRenewedPages(routes), () => destination.to?.() ?? window.location.href),
    {
      basename: base() === '' ? undefined : base(),
      getContext: () => new RouterContextProvider(new Map([[queryClientContext, queries]])),
    },
  )
  destination.to = () => {
    const { location } = router.state.navigation
    if (location === undefined) return window.location.href
    return `${location.pathname}${location.search}${location.hash}`
  }
  return router
}
