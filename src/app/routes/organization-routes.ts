import { Outlet, type RouteObject } from 'react-router'
import { RouteError } from '@/app/pages/RouteError.tsx'
import { paths } from '@/lib/paths.ts'
import { notFoundLoader, whenOffered } from './route-parts.tsx'

/** The applications of an organization, team or member at `place`, by class. */
const scopedLists = (place: string): RouteObject[] =>
  (['fleet', 'app', 'block'] as const).map((of) => ({
    path: paths.applicationsOf(place, of),
    lazy: () => import('@/features/fleets/FleetsPage.tsx'),
  }))

const organizationFrame = (path: string, children: RouteObject[]): RouteObject => ({
  path,
  lazy: () => import('@/features/organizations/OrganizationPage.tsx'),
  ErrorBoundary: RouteError,
  children: [...children, ...scopedLists(path), { path: '*', loader: notFoundLoader, Component: Outlet }],
})

/** The list of organizations and, below it, the pages of each organization with its members and teams. */
export const organizationRoutes: RouteObject = {
  path: paths.organizations(),
  children: [
    { index: true, lazy: () => import('@/features/organizations/OrganizationsPage.tsx') },
    organizationFrame(paths.organization(':orgId'), [
      { index: true, lazy: () => import('@/features/organizations/OrganizationSummaryPage.tsx') },
      {
        path: paths.organizationMembers(':orgId'),
        lazy: () => import('@/features/organizations/members/OrganizationMembersPage.tsx'),
      },
      {
        path: paths.organizationTeams(':orgId'),
        lazy: whenOffered('teams', () => import('@/features/organizations/teams/OrganizationTeamsPage.tsx')),
      },
      {
        path: paths.organizationInsights(':orgId'),
        lazy: () => import('@/features/fleet-health/OrganizationInsightsPage.tsx'),
      },
      {
        path: paths.organizationActivity(':orgId'),
        lazy: () => import('@/features/activity/OrganizationActivityPage.tsx'),
      },
      {
        path: paths.billing(':orgId'),
        lazy: whenOffered('billing', () => import('@/features/billing/BillingPage.tsx')),
      },
      {
        path: paths.credits(':orgId'),
        lazy: whenOffered('credits', () => import('@/features/billing/credits/CreditsPage.tsx')),
      },
    ]),
    organizationFrame(paths.organizationMember(':orgId', ':memberId'), [
      { index: true, lazy: () => import('@/features/organizations/member/MemberSummaryPage.tsx') },
      {
        path: paths.memberTeams(':orgId', ':memberId'),
        lazy: whenOffered('teams', () => import('@/features/organizations/member/MemberTeamsPage.tsx')),
      },
    ]),
    organizationFrame(paths.organizationTeam(':orgId', ':teamId'), [
      {
        index: true,
        lazy: whenOffered('teams', () => import('@/features/organizations/teams/TeamSummaryPage.tsx')),
      },
      {
        path: paths.teamMembers(':orgId', ':teamId'),
        lazy: whenOffered('teams', () => import('@/features/organizations/teams/TeamMembersPage.tsx')),
      },
    ]),
  ],
}
