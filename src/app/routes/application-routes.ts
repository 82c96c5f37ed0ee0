import { Outlet, type RouteObject } from 'react-router'
import { Component as NotFound } from '@/app/pages/NotFoundPage.tsx'
import { RouteError } from '@/app/pages/RouteError.tsx'
import { paths, type ApplicationClass } from '@/lib/paths.ts'
import { movedBelow, notFoundLoader, redirectTo, whenOffered, withoutSummary } from './route-parts.tsx'

/** Earlier addresses of pages that are now parts of others. */
const movedPages = (of: ApplicationClass): RouteObject[] => [
  { path: 'activity', ...movedBelow('settings') },
  ...(of === 'fleet'
    ? [
        { path: 'insights', ...movedBelow('devices') },
        { path: 'issues', ...movedBelow('devices') },
        { path: 'rollouts', ...movedBelow('releases') },
      ]
    : []),
]

/** A list of fleets, apps or blocks and, below it, the pages of each application. */
export const applicationRoutes = (of: ApplicationClass): RouteObject => ({
  path: paths.applications(of),
  children: [
    { index: true, lazy: () => import('@/features/fleets/FleetsPage.tsx') },
    {
      path: paths.application(':applicationId', of),
      lazy: () => import('@/features/fleets/FleetPage.tsx'),
      ErrorBoundary: RouteError,
      children: [
        { index: true, lazy: () => import('@/features/fleets/FleetSummaryPage.tsx') },
        { path: paths.oldSummary(paths.application(':applicationId', of)), ...redirectTo(withoutSummary) },
        {
          path: paths.releases(':applicationId', of),
          lazy: () => import('@/features/releases/ReleasesPage.tsx'),
        },
        ...(of === 'fleet'
          ? [
              {
                path: paths.fleetDevices(':applicationId'),
                lazy: () => import('@/features/device-list/FleetDevicesPage.tsx'),
              },
              {
                path: paths.fleetInsights(':applicationId'),
                lazy: () => import('@/features/fleet-health/InsightsPage.tsx'),
              },
              {
                path: paths.fleetIssues(':applicationId'),
                lazy: () => import('@/features/fleet-health/IssuesPage.tsx'),
              },
              {
                path: paths.fleetRollouts(':applicationId'),
                lazy: () => import('@/features/rollouts/RolloutsPage.tsx'),
              },
              {
                path: paths.fleetVariables(':applicationId'),
                lazy: () => import('@/features/variables/FleetVariablesPage.tsx'),
              },
              {
                path: paths.fleetConfiguration(':applicationId'),
                lazy: () => import('@/features/variables/FleetConfigurationPage.tsx'),
              },
              {
                path: paths.fleetKeys(':applicationId'),
                lazy: () => import('@/features/fleets/keys/FleetKeysPage.tsx'),
              },
            ]
          : []),
        {
          path: paths.applicationMembers(':applicationId', of),
          lazy: whenOffered('fleetMembers', () => import('@/features/fleets/members/FleetMembersPage.tsx')),
        },
        {
          path: paths.applicationTeams(':applicationId', of),
          lazy: whenOffered('teams', () => import('@/features/fleets/teams/FleetTeamsPage.tsx')),
        },
        {
          path: paths.applicationActivity(':applicationId', of),
          lazy: () => import('@/features/activity/FleetActivityPage.tsx'),
        },
        {
          path: paths.applicationSettings(':applicationId', of),
          lazy: () => import('@/features/fleets/settings/FleetSettingsPage.tsx'),
        },
        ...movedPages(of),
        { path: '*', loader: notFoundLoader, Component: Outlet },
      ],
    },
    {
      path: paths.compareReleases(':applicationId', ':releaseId', ':otherId', of),
      lazy: () => import('@/features/releases/CompareReleasesPage.tsx'),
      ErrorBoundary: RouteError,
    },
    {
      path: paths.release(':applicationId', ':releaseId', of),
      lazy: () => import('@/features/releases/ReleasePage.tsx'),
      ErrorBoundary: RouteError,
      children: [
        { index: true, lazy: () => import('@/features/releases/ReleaseSummaryPage.tsx') },
        {
          path: paths.oldSummary(paths.release(':applicationId', ':releaseId', of)),
          ...redirectTo(withoutSummary),
        },
        {
          path: paths.releaseRollout(':applicationId', ':releaseId', of),
          lazy: () => import('@/features/releases/RolloutPage.tsx'),
        },
        {
          path: paths.releaseSettings(':applicationId', ':releaseId', of),
          lazy: () => import('@/features/releases/ReleaseSettingsPage.tsx'),
        },
        { path: '*', Component: NotFound },
      ],
    },
  ],
})
