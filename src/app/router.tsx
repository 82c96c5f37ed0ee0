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
import { base, withoutBase } from '@/lib/base.ts'
import { paths, type ApplicationClass } from '@/lib/paths.ts'
import { queryClientContext } from '@/widgets/navigation/route-cache.ts'
import { Component as NotFound } from './pages/NotFoundPage.tsx'
import { Root } from './pages/Root.tsx'
import { RootError } from './pages/RootError.tsx'
import { RouteError } from './pages/RouteError.tsx'
import { Splash } from './pages/Splash.tsx'
import { StartSkeleton } from './pages/StartSkeleton.tsx'
import { limitRouteLoading } from './route-timeout.ts'
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
  children: [...children, ...scopedLists(path), { path: '*', loader: nothingHere, Component: Outlet }],
})

/** The list of organizations and, below it, the pages of each organization with its members and teams. */
const organizationRoutes: RouteObject = {
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
        lazy: where('teams', () => import('@/features/organizations/teams/OrganizationTeamsPage.tsx')),
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
        lazy: where('billing', () => import('@/features/billing/BillingPage.tsx')),
      },
      {
        path: paths.credits(':orgId'),
        lazy: where('credits', () => import('@/features/billing/credits/CreditsPage.tsx')),
      },
    ]),
    organizationFrame(paths.organizationMember(':orgId', ':memberId'), [
      { index: true, lazy: () => import('@/features/organizations/member/MemberSummaryPage.tsx') },
      {
        path: paths.memberTeams(':orgId', ':memberId'),
        lazy: where('teams', () => import('@/features/organizations/member/MemberTeamsPage.tsx')),
      },
    ]),
    organizationFrame(paths.organizationTeam(':orgId', ':teamId'), [
      {
        index: true,
        lazy: where('teams', () => import('@/features/organizations/teams/TeamSummaryPage.tsx')),
      },
      {
        path: paths.teamMembers(':orgId', ':teamId'),
        lazy: where('teams', () => import('@/features/organizations/teams/TeamMembersPage.tsx')),
      },
    ]),
  ],
}

/** A list of fleets, apps or blocks and, below it, the pages of each application. */
const applicationRoutes = (of: ApplicationClass): RouteObject => ({
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
          lazy: where('fleetMembers', () => import('@/features/fleets/members/FleetMembersPage.tsx')),
        },
        {
          path: paths.applicationTeams(':applicationId', of),
          lazy: where('teams', () => import('@/features/fleets/teams/FleetTeamsPage.tsx')),
        },
        {
          path: paths.applicationActivity(':applicationId', of),
          lazy: () => import('@/features/activity/FleetActivityPage.tsx'),
        },
        {
          path: paths.applicationSettings(':applicationId', of),
          lazy: () => import('@/features/fleets/settings/FleetSettingsPage.tsx'),
        },
        { path: '*', loader: nothingHere, Component: Outlet },
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

/** The tabs of the user's preferences. */
const preferenceRoutes: RouteObject = {
  path: paths.preferences(),
  lazy: () => import('@/features/preferences/PreferencesPage.tsx'),
  ErrorBoundary: RouteError,
  children: [
    { index: true, ...redirectTo(() => paths.preferences('details')) },
    {
      path: paths.preferences('details'),
      lazy: () => import('@/features/preferences/details/DetailsPage.tsx'),
    },
    {
      path: paths.preferences('sshkeys'),
      lazy: () => import('@/features/preferences/ssh-keys/SshKeysPage.tsx'),
    },
    {
      path: paths.preferences('access-tokens'),
      lazy: () => import('@/features/preferences/tokens/AccessTokensPage.tsx'),
    },
    {
      path: paths.preferences('profile'),
      lazy: where('profile', () => import('@/features/preferences/profile/ProfilePage.tsx')),
    },
    {
      path: paths.preferences('2fa'),
      lazy: where('twoFactor', () => import('@/features/preferences/two-factor/TwoFactorPage.tsx')),
    },
    {
      path: paths.preferences('experimental'),
      lazy: () => import('@/features/preferences/display/DisplayPage.tsx'),
    },
    { path: '*', loader: nothingHere, Component: Outlet },
  ],
}

/** The inbox and the watches of this browser. */
const inboxRoutes: RouteObject = {
  path: paths.inbox(),
  lazy: () => import('@/features/watches/InboxFrame.tsx'),
  ErrorBoundary: RouteError,
  children: [
    { index: true, lazy: () => import('@/features/watches/InboxPage.tsx') },
    { path: paths.watches(), lazy: () => import('@/features/watches/WatchesPage.tsx') },
    { path: '*', loader: nothingHere, Component: Outlet },
  ],
}

/** The identity providers of organizations. */
const identityProviderRoutes: RouteObject = {
  path: paths.identityProviders(),
  lazy: where('singleSignOn', () => import('@/features/identity-provider/IdentityProvidersRoute.tsx')),
  ErrorBoundary: RouteError,
  children: [
    { index: true, lazy: () => import('@/features/identity-provider/IdentityProvidersPage.tsx') },
    {
      path: paths.identityProvider(':providerId'),
      lazy: () => import('@/features/identity-provider/IdentityProviderPage.tsx'),
    },
  ],
}

/** The three diagnostics pages of a device. */
const diagnosticsRoute: RouteObject = {
  path: paths.deviceDiagnostics(':deviceUuid'),
  lazy: () => import('@/features/device-page/diagnostics/DiagnosticsPage.tsx'),
  children: [
    {
      index: true,
      lazy: where('diagnostics', () => import('@/features/device-page/diagnostics/HealthChecksPage.tsx')),
    },
    {
      path: paths.deviceDiagnose(':deviceUuid'),
      lazy: where('diagnostics', () => import('@/features/device-page/diagnostics/DiagnosePage.tsx')),
    },
    {
      path: paths.deviceSupervisorState(':deviceUuid'),
      lazy: () => import('@/features/device-page/diagnostics/SupervisorStatePage.tsx'),
    },
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
          lazy: where('invitations', () => import('@/features/fleets/members/AcceptInvitation.tsx')),
        },
        {
          path: paths.organizationInvitation(':token'),
          lazy: where('invitations', () => import('@/features/organizations/AcceptInvitation.tsx')),
        },
        {
          path: paths.deviceLogs(),
          ErrorBoundary: RouteError,
          lazy: () => import('@/features/device-page/multi-device/DeviceLogsPage.tsx'),
        },
        {
          path: paths.runCommand(),
          lazy: () => import('@/features/device-page/multi-device/RunCommandPage.tsx'),
        },
        {
          path: paths.compareDevices(':deviceUuid', ':otherUuid'),
          lazy: () => import('@/features/device-page/compare/CompareDevicesPage.tsx'),
          ErrorBoundary: RouteError,
        },
        {
          path: paths.device(':deviceUuid'),
          lazy: () => import('@/features/device-page/DevicePage.tsx'),
          ErrorBoundary: RouteError,
          children: [
            { index: true, lazy: () => import('@/features/device-page/summary/DeviceSummaryPage.tsx') },
            { path: paths.oldSummary(paths.device(':deviceUuid')), ...redirectTo(withoutSummary) },
            {
              path: paths.deviceActions(':deviceUuid'),
              lazy: () => import('@/features/device-page/actions/DeviceActionsPage.tsx'),
            },
            {
              path: paths.deviceSettings(':deviceUuid'),
              lazy: () => import('@/features/device-page/settings/DeviceSettingsPage.tsx'),
            },
            {
              path: paths.deviceLocation(':deviceUuid'),
              lazy: where('location', () => import('@/features/device-page/location/DeviceLocationPage.tsx')),
            },
            {
              path: paths.deviceConfiguration(':deviceUuid'),
              lazy: () => import('@/features/variables/DeviceConfigurationPage.tsx'),
            },
            {
              path: paths.deviceVariables(':deviceUuid'),
              lazy: () => import('@/features/variables/DeviceVariablesPage.tsx'),
            },
            diagnosticsRoute,
            {
              path: paths.deviceHistory(':deviceUuid'),
              lazy: () => import('@/features/device-page/history/DeviceHistoryPage.tsx'),
            },
            { path: '*', Component: NotFound },
          ],
        },
        { path: paths.notFound(), Component: NotFound },
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
        {
          path: paths.signUp(),
          lazy: where('signUp', () => import('@/features/sign-in/sign-up/SignUpPage.tsx')),
        },
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
      [
        {
          path: paths.saml(),
          lazy: where('singleSignOn', () => import('@/features/sign-in/saml/SamlPage.tsx')),
        },
      ],
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
      { path: paths.cliLogin('*'), lazy: () => import('@/features/sign-in/cli/CliLoginPage.tsx') },
      {
        path: paths.oauth(':clientId'),
        lazy: where('oauthApplications', () => import('@/features/sign-in/oauth/OAuthPage.tsx')),
      },
      {
        path: paths.supportPortal(),
        lazy: where('support', () => import('@/features/sign-in/support-portal/SupportPortalPage.tsx')),
      },
    ]),
    // Links in emails and redirects from third parties work with and without a session.
    {
      path: paths.verifyEmail(':token?', ':email?'),
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
      path: paths.samlSignOn(),
      lazy: where('singleSignOn', () => import('@/features/sign-in/saml/SamlSignOn.tsx')),
    },
    {
      path: paths.samlMerge(),
      lazy: where('singleSignOn', () => import('@/features/sign-in/saml/SamlMergePage.tsx')),
    },
    {
      path: paths.samlStart(':ssoIdentifier'),
      lazy: where('singleSignOn', () => import('@/features/sign-in/saml/SamlStart.tsx')),
    },
    { path: paths.outside(), lazy: () => import('./pages/OutsidePage.tsx') },
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
      {
        path: paths.deploy(),
        lazy: where('builds', () => import('@/features/fleets/deploy/DeployRoute.ts')),
      },
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
