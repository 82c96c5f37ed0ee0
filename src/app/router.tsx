import type { QueryClient } from '@tanstack/react-query'
import {
  createBrowserRouter,
  Outlet,
  redirect,
  RouterContextProvider,
  type LoaderFunction,
  type RouteObject,
} from 'react-router'
import { queryClientContext } from '@/domain/route-cache.ts'
import { paths } from '@/lib/paths.ts'
import { Component as NotFound } from './pages/NotFoundPage.tsx'
import { RootError } from './pages/RootError.tsx'
import { RouteError } from './pages/RouteError.tsx'
import { StartSkeleton } from './pages/StartSkeleton.tsx'
import { requireNoSession, requirePendingSecondFactor, requireSession } from './session/guards.ts'

/** Below a page with a frame of its own: the not-found page takes the place of the whole page. */
const nothingHere: LoaderFunction = () => {
  throw new Response(null, { status: 404 })
}

// Middleware of a route runs for a navigation only when something on the way loads.
const nothing: LoaderFunction = () => null

/** An address that leads to another one. It has nothing to show, and must say so: the router warns of a leaf without. */
const redirectTo = (target: (pathname: string) => string): Pick<RouteObject, 'loader' | 'Component'> => ({
  loader: ({ request }) => redirect(target(new URL(request.url).pathname)),
  Component: Outlet,
})

const withoutSummary = (pathname: string) => pathname.replace(/\/summary\/?$/, '')

const listRoute = (path: string): RouteObject => ({
  path,
  lazy: () => import('@/features/fleets/FleetsPage.tsx'),
})

/** What an organization, a team or a member has, class by class. */
const scopedLists = [listRoute('fleets'), listRoute('apps'), listRoute('blocks')]

const organizationFrame = (path: string, children: RouteObject[]): RouteObject => ({
  path,
  lazy: () => import('@/features/organizations/OrganizationPage.tsx'),
  ErrorBoundary: RouteError,
  children: [...children, ...scopedLists, { path: '*', loader: nothingHere, Component: Outlet }],
})

const toFleetsBelow = redirectTo((pathname) => paths.applicationsOf(pathname.replace(/\/$/, ''), 'fleet'))

/** The list of organizations, with the pages of each, of its members and of its teams below it. */
const organizationRoutes: RouteObject = {
  path: 'orgs',
  children: [
    { index: true, lazy: () => import('@/features/organizations/OrganizationsPage.tsx') },
    organizationFrame(':orgId', [
      { index: true, lazy: () => import('@/features/organizations/OrganizationSummaryPage.tsx') },
      { path: 'members', lazy: () => import('@/features/organizations/OrganizationMembersPage.tsx') },
      { path: 'teams', lazy: () => import('@/features/organizations/OrganizationTeamsPage.tsx') },
    ]),
    organizationFrame(':orgId/members/:memberId', [{ index: true, ...toFleetsBelow }]),
    organizationFrame(':orgId/teams/:teamId', [{ index: true, ...toFleetsBelow }]),
  ],
}

/** A list of applications of one class: fleets, apps or blocks, with the pages of each below it. */
const applicationRoutes = (list: string): RouteObject => ({
  path: list,
  children: [
    { index: true, lazy: () => import('@/features/fleets/FleetsPage.tsx') },
    {
      path: ':applicationId',
      lazy: () => import('@/features/fleets/FleetPage.tsx'),
      ErrorBoundary: RouteError,
      children: [
        { index: true, lazy: () => import('@/features/fleets/FleetSummaryPage.tsx') },
        { path: 'summary', ...redirectTo(withoutSummary) },
        { path: 'releases', lazy: () => import('@/features/releases/ReleasesPage.tsx') },
        ...(list === 'fleets'
          ? [
              { path: 'devices', lazy: () => import('@/features/devices/FleetDevicesPage.tsx') },
              { path: 'envvars', lazy: () => import('@/features/variables/FleetVariablesPage.tsx') },
              { path: 'config', lazy: () => import('@/features/variables/FleetConfigurationPage.tsx') },
              { path: 'api-keys', lazy: () => import('@/features/fleets/keys/FleetKeysPage.tsx') },
            ]
          : []),
        { path: 'members', lazy: () => import('@/features/fleets/members/FleetMembersPage.tsx') },
        { path: 'teams', lazy: () => import('@/features/fleets/teams/FleetTeamsPage.tsx') },
        { path: 'settings', lazy: () => import('@/features/fleets/settings/FleetSettingsPage.tsx') },
        { path: '*', loader: nothingHere, Component: Outlet },
      ],
    },
    {
      path: ':applicationId/releases/:releaseId',
      lazy: () => import('@/features/releases/ReleasePage.tsx'),
      ErrorBoundary: RouteError,
      children: [
        { index: true, lazy: () => import('@/features/releases/ReleaseSummaryPage.tsx') },
        { path: 'summary', ...redirectTo(withoutSummary) },
        { path: 'rollout', lazy: () => import('@/features/releases/RolloutPage.tsx') },
        { path: 'settings', lazy: () => import('@/features/releases/ReleaseSettingsPage.tsx') },
        { path: '*', Component: NotFound },
      ],
    },
  ],
})

/** The diagnostics of a device, in three parts. */
const diagnosticsRoute: RouteObject = {
  path: 'diagnostics',
  lazy: () => import('@/features/device/diagnostics/DiagnosticsPage.tsx'),
  children: [
    { index: true, lazy: () => import('@/features/device/diagnostics/HealthChecksPage.tsx') },
    { path: 'diagnose', lazy: () => import('@/features/device/diagnostics/DiagnosePage.tsx') },
    { path: 'supervisor', lazy: () => import('@/features/device/diagnostics/SupervisorStatePage.tsx') },
  ],
}

const shellRoute: RouteObject = {
  lazy: () => import('./shell/Shell.tsx'),
  middleware: [requireSession],
  loader: nothing,
  children: [
    {
      ErrorBoundary: RouteError,
      Component: Outlet,
      children: [
        { index: true, ...redirectTo(() => paths.fleets()) },
        applicationRoutes('fleets'),
        applicationRoutes('apps'),
        applicationRoutes('blocks'),
        organizationRoutes,
        {
          path: paths.fleetInvitation(':token'),
          lazy: () => import('@/features/fleets/members/AcceptInvitation.tsx'),
        },
        {
          path: 'devices/logs',
          ErrorBoundary: RouteError,
          lazy: () => import('@/features/device/together/DeviceLogsPage.tsx'),
        },
        { path: 'devices/run', lazy: () => import('@/features/device/together/RunCommandPage.tsx') },
        {
          path: 'devices/:deviceUuid',
          lazy: () => import('@/features/device/DevicePage.tsx'),
          ErrorBoundary: RouteError,
          children: [
            { index: true, lazy: () => import('@/features/device/DeviceSummaryPage.tsx') },
            { path: 'summary', ...redirectTo(withoutSummary) },
            { path: 'actions', lazy: () => import('@/features/device/actions/DeviceActionsPage.tsx') },
            { path: 'settings', lazy: () => import('@/features/device/settings/DeviceSettingsPage.tsx') },
            { path: 'location', lazy: () => import('@/features/device/location/DeviceLocationPage.tsx') },
            { path: 'config', lazy: () => import('@/features/variables/DeviceConfigurationPage.tsx') },
            { path: 'envvars', lazy: () => import('@/features/variables/DeviceVariablesPage.tsx') },
            diagnosticsRoute,
            { path: 'history', lazy: () => import('@/features/device/timeline/DeviceHistoryPage.tsx') },
            { path: '*', Component: NotFound },
          ],
        },
        { path: '404', Component: NotFound },
        { path: '*', Component: NotFound },
      ],
    },
  ],
}

/** Every route of the dashboard. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RootError,
    HydrateFallback: StartSkeleton,
    children: [
      {
        path: paths.login(),
        middleware: [requireNoSession],
        loader: nothing,
        lazy: () => import('./pages/LoginPage.tsx'),
      },
      {
        path: paths.twoFactor(),
        middleware: [requirePendingSecondFactor],
        loader: nothing,
        lazy: () => import('./pages/SecondFactorPage.tsx'),
      },
      // Before the session is asked for: what a link wants deployed outlives the sign-in.
      { path: 'deploy', lazy: () => import('@/features/fleets/deploy/DeployRoute.ts') },
      shellRoute,
    ],
  },
]

/** Creating it starts the loaders of the first page: the platform must be connected by now. Loaders read into `queries`. */
export function createRouter(queries: QueryClient) {
  const { BASE_URL } = import.meta.env
  return createBrowserRouter(routes, {
    basename: BASE_URL === '/' ? undefined : BASE_URL.replace(/\/$/, ''),
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, queries]])),
  })
}
