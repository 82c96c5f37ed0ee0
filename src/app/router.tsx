import type { QueryClient } from '@tanstack/react-query'
import {
  createBrowserRouter,
  Outlet,
  redirect,
  RouterContextProvider,
  type LoaderFunction,
  type RouteObject,
} from 'react-router'
import { offers } from '@/api/api.ts'
import { queryClientContext } from '@/domain/navigation/route-cache.ts'
import { limitRouteLoading } from './route-timeout.ts'
import { base, withoutBase } from '@/lib/base.ts'
import { paths } from '@/lib/paths.ts'
import { Component as NotFound } from './pages/NotFoundPage.tsx'
import { Root } from './pages/Root.tsx'
import { RootError } from './pages/RootError.tsx'
import { RouteError } from './pages/RouteError.tsx'
import { Splash } from './pages/Splash.tsx'
import { StartSkeleton } from './pages/StartSkeleton.tsx'
import {
  requireForcedPassword,
  requireGoodPassword,
  requireNoSession,
  requireNoSessionWithoutError,
  requirePendingSecondFactor,
  requireSession,
  requireVerifiedEmail,
  verifiedEmailLoader,
} from './session/guards.ts'

type NotOffered = Parameters<typeof import('./pages/NotOfferedPage.tsx').notOffered>[0]

/** A page that needs a platform feature; without the feature, a page that says so. */
const where =
  <Page,>(feature: NotOffered, load: () => Promise<Page>) =>
  () =>
    offers(feature)
      ? load()
      : import('./pages/NotOfferedPage.tsx').then(({ notOffered }) => ({ Component: notOffered(feature) }))

/** Shows the not-found page instead of the whole page, including its frame. */
const nothingHere: LoaderFunction = () => {
  throw new Response(null, { status: 404 })
}

// Middleware runs only for navigations to routes with a loader.
const nothing: LoaderFunction = () => null

/** A redirect. It needs a component, because the router warns about leaf routes without one. */
const redirectTo = (target: (pathname: string) => string): Pick<RouteObject, 'loader' | 'Component'> => ({
  loader: ({ request }) => redirect(target(withoutBase(new URL(request.url).pathname))),
  Component: Outlet,
})

const withoutSummary = (pathname: string) => pathname.replace(/\/summary\/?$/, '')

const listRoute = (path: string): RouteObject => ({
  path,
  lazy: () => import('@/features/fleets/FleetsPage.tsx'),
})

/** The applications of an organization, team or member, by class. */
const scopedLists = [listRoute('fleets'), listRoute('apps'), listRoute('blocks')]

const organizationFrame = (path: string, children: RouteObject[]): RouteObject => ({
  path,
  lazy: () => import('@/features/organizations/OrganizationPage.tsx'),
  ErrorBoundary: RouteError,
  children: [...children, ...scopedLists, { path: '*', loader: nothingHere, Component: Outlet }],
})

/** The list of organizations and, below it, the pages of each organization with its members and teams. */
const organizationRoutes: RouteObject = {
  path: 'orgs',
  children: [
    { index: true, lazy: () => import('@/features/organizations/OrganizationsPage.tsx') },
    organizationFrame(':orgId', [
      { index: true, lazy: () => import('@/features/organizations/OrganizationSummaryPage.tsx') },
      {
        path: 'members',
        lazy: () => import('@/features/organizations/members/OrganizationMembersPage.tsx'),
      },
      {
        path: 'teams',
        lazy: where('teams', () => import('@/features/organizations/teams/OrganizationTeamsPage.tsx')),
      },
      { path: 'insights', lazy: () => import('@/features/fleet-health/OrganizationInsightsPage.tsx') },
      { path: 'activity', lazy: () => import('@/features/activity/OrganizationActivityPage.tsx') },
      { path: 'billing', lazy: where('billing', () => import('@/features/billing/BillingPage.tsx')) },
      { path: 'credits', lazy: where('credits', () => import('@/features/billing/credits/CreditsPage.tsx')) },
    ]),
    organizationFrame(':orgId/members/:memberId', [
      { index: true, lazy: () => import('@/features/organizations/member/MemberSummaryPage.tsx') },
      {
        path: 'teams',
        lazy: where('teams', () => import('@/features/organizations/member/MemberTeamsPage.tsx')),
      },
    ]),
    organizationFrame(':orgId/teams/:teamId', [
      {
        index: true,
        lazy: where('teams', () => import('@/features/organizations/teams/TeamSummaryPage.tsx')),
      },
      {
        path: 'members',
        lazy: where('teams', () => import('@/features/organizations/teams/TeamMembersPage.tsx')),
      },
    ]),
  ],
}

/** A list of fleets, apps or blocks and, below it, the pages of each application. */
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
              { path: 'devices', lazy: () => import('@/features/device-list/FleetDevicesPage.tsx') },
              { path: 'insights', lazy: () => import('@/features/fleet-health/InsightsPage.tsx') },
              { path: 'issues', lazy: () => import('@/features/fleet-health/IssuesPage.tsx') },
              { path: 'rollouts', lazy: () => import('@/features/rollouts/RolloutsPage.tsx') },
              { path: 'envvars', lazy: () => import('@/features/variables/FleetVariablesPage.tsx') },
              { path: 'config', lazy: () => import('@/features/variables/FleetConfigurationPage.tsx') },
              { path: 'api-keys', lazy: () => import('@/features/fleets/keys/FleetKeysPage.tsx') },
            ]
          : []),
        {
          path: 'members',
          lazy: where('fleetMembers', () => import('@/features/fleets/members/FleetMembersPage.tsx')),
        },
        { path: 'teams', lazy: where('teams', () => import('@/features/fleets/teams/FleetTeamsPage.tsx')) },
        { path: 'activity', lazy: () => import('@/features/activity/FleetActivityPage.tsx') },
        { path: 'settings', lazy: () => import('@/features/fleets/settings/FleetSettingsPage.tsx') },
        { path: '*', loader: nothingHere, Component: Outlet },
      ],
    },
    {
      path: ':applicationId/releases/:releaseId/compare/:otherId',
      lazy: () => import('@/features/releases/CompareReleasesPage.tsx'),
      ErrorBoundary: RouteError,
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

/** The tabs of the user's preferences. */
const preferenceRoutes: RouteObject = {
  path: 'preferences',
  lazy: () => import('@/features/preferences/PreferencesPage.tsx'),
  ErrorBoundary: RouteError,
  children: [
    { index: true, ...redirectTo(() => paths.preferences('details')) },
    { path: 'details', lazy: () => import('@/features/preferences/details/DetailsPage.tsx') },
    { path: 'sshkeys', lazy: () => import('@/features/preferences/ssh-keys/SshKeysPage.tsx') },
    { path: 'access-tokens', lazy: () => import('@/features/preferences/tokens/AccessTokensPage.tsx') },
    {
      path: 'profile',
      lazy: where('profile', () => import('@/features/preferences/profile/ProfilePage.tsx')),
    },
    {
      path: '2fa',
      lazy: where('twoFactor', () => import('@/features/preferences/two-factor/TwoFactorPage.tsx')),
    },
    { path: 'experimental', lazy: () => import('@/features/preferences/display/DisplayPage.tsx') },
    { path: '*', loader: nothingHere, Component: Outlet },
  ],
}

/** The inbox and the watches of this browser. */
const inboxRoutes: RouteObject = {
  path: 'inbox',
  lazy: () => import('@/features/watches/InboxFrame.tsx'),
  ErrorBoundary: RouteError,
  children: [
    { index: true, lazy: () => import('@/features/watches/InboxPage.tsx') },
    { path: 'watches', lazy: () => import('@/features/watches/WatchesPage.tsx') },
    { path: '*', loader: nothingHere, Component: Outlet },
  ],
}

/** The identity providers of organizations. */
const identityProviderRoutes: RouteObject = {
  path: 'identity-provider',
  lazy: where('singleSignOn', () => import('@/features/identity-provider/IdentityProvidersRoute.tsx')),
  ErrorBoundary: RouteError,
  children: [
    { index: true, lazy: () => import('@/features/identity-provider/IdentityProvidersPage.tsx') },
    { path: ':providerId', lazy: () => import('@/features/identity-provider/IdentityProviderPage.tsx') },
  ],
}

/** The three diagnostics pages of a device. */
const diagnosticsRoute: RouteObject = {
  path: 'diagnostics',
  lazy: () => import('@/features/device-page/diagnostics/DiagnosticsPage.tsx'),
  children: [
    {
      index: true,
      lazy: where('diagnostics', () => import('@/features/device-page/diagnostics/HealthChecksPage.tsx')),
    },
    {
      path: 'diagnose',
      lazy: where('diagnostics', () => import('@/features/device-page/diagnostics/DiagnosePage.tsx')),
    },
    { path: 'supervisor', lazy: () => import('@/features/device-page/diagnostics/SupervisorStatePage.tsx') },
  ],
}

const shellRoute: RouteObject = {
  lazy: () => import('./shell/Shell.tsx'),
  middleware: [requireSession, requireGoodPassword],
  loader: verifiedEmailLoader,
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
        preferenceRoutes,
        inboxRoutes,
        {
          path: 'activity',
          ErrorBoundary: RouteError,
          lazy: () => import('@/features/activity/ActivityPage.tsx'),
        },
        identityProviderRoutes,
        {
          path: paths.fleetInvitation(':token'),
          lazy: where('invitations', () => import('@/features/fleets/members/AcceptInvitation.tsx')),
        },
        {
          path: paths.organizationInvitation(':token'),
          lazy: where('invitations', () => import('@/features/organizations/AcceptInvitation.tsx')),
        },
        {
          path: 'devices/logs',
          ErrorBoundary: RouteError,
          lazy: () => import('@/features/device-page/multi-device/DeviceLogsPage.tsx'),
        },
        { path: 'devices/run', lazy: () => import('@/features/device-page/multi-device/RunCommandPage.tsx') },
        {
          path: 'devices/:deviceUuid/compare/:otherUuid',
          lazy: () => import('@/features/device-page/compare/CompareDevicesPage.tsx'),
          ErrorBoundary: RouteError,
        },
        {
          path: 'devices/:deviceUuid',
          lazy: () => import('@/features/device-page/DevicePage.tsx'),
          ErrorBoundary: RouteError,
          children: [
            { index: true, lazy: () => import('@/features/device-page/summary/DeviceSummaryPage.tsx') },
            { path: 'summary', ...redirectTo(withoutSummary) },
            { path: 'actions', lazy: () => import('@/features/device-page/actions/DeviceActionsPage.tsx') },
            {
              path: 'settings',
              lazy: () => import('@/features/device-page/settings/DeviceSettingsPage.tsx'),
            },
            {
              path: 'location',
              lazy: where('location', () => import('@/features/device-page/location/DeviceLocationPage.tsx')),
            },
            { path: 'config', lazy: () => import('@/features/variables/DeviceConfigurationPage.tsx') },
            { path: 'envvars', lazy: () => import('@/features/variables/DeviceVariablesPage.tsx') },
            diagnosticsRoute,
            { path: 'history', lazy: () => import('@/features/device-page/history/DeviceHistoryPage.tsx') },
            { path: '*', Component: NotFound },
          ],
        },
        { path: '404', Component: NotFound },
        { path: '*', Component: NotFound },
      ],
    },
  ],
}

type Guard = NonNullable<RouteObject['middleware']>[number]

/** Pages with their own guard. */
const behind = (guards: Guard[], children: RouteObject[]): RouteObject => ({
  middleware: guards,
  loader: nothing,
  Component: Outlet,
  children,
})

/** For users with a complete session: second factor, verified email and password are in order. */
const complete = [requireSession, requireGoodPassword, requireVerifiedEmail]

/** Pages without the shell, such as sign-in and sign-up. */
const entryRoutes: RouteObject = {
  lazy: () => import('./pages/EntryLayout.tsx'),
  HydrateFallback: Splash,
  children: [
    behind(
      [requireNoSession],
      [
        { path: '/signup', lazy: where('signUp', () => import('@/features/sign-in/sign-up/SignUpPage.tsx')) },
        {
          path: paths.passwordReset(),
          lazy: where('passwordReset', () => import('@/features/sign-in/password/PasswordResetPage.tsx')),
        },
        {
          path: paths.passwordResetSent(),
          lazy: where('passwordReset', () => import('@/features/sign-in/password/PasswordResetSentPage.tsx')),
        },
      ],
    ),
    behind(
      [requireNoSessionWithoutError],
      [{ path: '/saml', lazy: where('singleSignOn', () => import('@/features/sign-in/saml/SamlPage.tsx')) }],
    ),
    behind(
      [requirePendingSecondFactor],
      [
        {
          path: paths.twoFactor(),
          lazy: () => import('@/features/sign-in/two-factor/SecondFactorPage.tsx'),
        },
      ],
    ),
    behind(
      [requireSession],
      [
        {
          path: paths.verifyEmailPending(),
          lazy: where('signUp', () => import('@/features/sign-in/verify-email/VerifyEmailPending.tsx')),
        },
        {
          path: paths.forcedPassword(),
          middleware: [requireForcedPassword],
          loader: nothing,
          lazy: () => import('@/features/sign-in/password/ForcedPasswordPage.tsx'),
        },
      ],
    ),
    behind(complete, [
      {
        path: paths.completeProfile(),
        lazy: where('profile', () => import('@/features/sign-in/sign-up/ProfilePage.tsx')),
      },
      { path: '/login/cli/*', lazy: () => import('@/features/sign-in/cli/CliLoginPage.tsx') },
      {
        path: '/login/oauth/:clientId',
        lazy: where('oauthApplications', () => import('@/features/sign-in/oauth/OAuthPage.tsx')),
      },
      {
        path: '/zendesk-login',
        lazy: where('support', () => import('@/features/sign-in/support-portal/SupportPortalPage.tsx')),
      },
    ]),
    // Links in emails and redirects from third parties work with and without a session.
    {
      path: '/user/verify-email/:token?/:email?',
      lazy: where('signUp', () => import('@/features/sign-in/verify-email/VerifyEmailLink.tsx')),
    },
    {
      path: paths.resetPassword(':loginCode'),
      lazy: where('passwordReset', () => import('@/features/sign-in/password/ResetPasswordPage.tsx')),
    },
    {
      path: paths.socialCallback(':provider'),
      lazy: where('codeHosts', () => import('@/features/sign-in/social/SocialCallback.tsx')),
    },
    {
      path: '/saml/callback/signon',
      lazy: where('singleSignOn', () => import('@/features/sign-in/saml/SamlSignOn.tsx')),
    },
    {
      path: '/saml/callback/merge',
      lazy: where('singleSignOn', () => import('@/features/sign-in/saml/SamlMergePage.tsx')),
    },
    {
      path: '/saml/:ssoIdentifier',
      lazy: where('singleSignOn', () => import('@/features/sign-in/saml/SamlStart.tsx')),
    },
    { path: '/simulated/outside', lazy: () => import('./pages/OutsidePage.tsx') },
  ],
}

/** Every route of the dashboard. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RootError,
    HydrateFallback: StartSkeleton,
    children: [
      {
        path: paths.login(),
        middleware: [requireNoSession],
        loader: nothing,
        lazy: () => import('./pages/LoginPage.tsx'),
      },
      entryRoutes,
      // Before the session guard, so that a deploy link is kept across the sign-in.
      { path: 'deploy', lazy: where('builds', () => import('@/features/fleets/deploy/DeployRoute.ts')) },
      shellRoute,
    ],
  },
]

/** Creates the router and starts the loaders of the first page, which fill `queries`. The platform must be connected. */
export function createRouter(queries: QueryClient) {
  const leading: { to?: () => string } = {}
  const router = createBrowserRouter(
    limitRouteLoading(routes, () => leading.to?.() ?? window.location.href),
    {
      basename: base() === '' ? undefined : base(),
      getContext: () => new RouterContextProvider(new Map([[queryClientContext, queries]])),
    },
  )
  leading.to = () => {
    const { location } = router.state.navigation
    if (location === undefined) return window.location.href
    return `${location.pathname}${location.search}${location.hash}`
  }
  return router
}
