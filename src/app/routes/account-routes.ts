import { Outlet, type RouteObject } from 'react-router'
import { RouteError } from '@/app/pages/RouteError.tsx'
import { paths } from '@/lib/paths.ts'
import { notFoundLoader, redirectTo, whenOffered } from './route-parts.tsx'

/** The tabs of the user's preferences. */
export const preferenceRoutes: RouteObject = {
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
      lazy: whenOffered('profile', () => import('@/features/preferences/profile/ProfilePage.tsx')),
    },
    {
      path: paths.preferences('2fa'),
      lazy: whenOffered('twoFactor', () => import('@/features/preferences/two-factor/TwoFactorPage.tsx')),
    },
    {
      path: paths.preferences('experimental'),
      lazy: () => import('@/features/preferences/display/DisplayPage.tsx'),
    },
    { path: '*', loader: notFoundLoader, Component: Outlet },
  ],
}

/** The inbox and the watches of this browser. */
export const inboxRoutes: RouteObject = {
  path: paths.inbox(),
  lazy: () => import('@/features/watches/InboxFrame.tsx'),
  ErrorBoundary: RouteError,
  children: [
    { index: true, lazy: () => import('@/features/watches/InboxPage.tsx') },
    { path: paths.watches(), lazy: () => import('@/features/watches/WatchesPage.tsx') },
    { path: '*', loader: notFoundLoader, Component: Outlet },
  ],
}

/** The identity providers of organizations. */
export const identityProviderRoutes: RouteObject = {
  path: paths.identityProviders(),
  lazy: whenOffered('singleSignOn', () => import('@/features/identity-provider/IdentityProvidersRoute.tsx')),
  ErrorBoundary: RouteError,
  children: [
    { index: true, lazy: () => import('@/features/identity-provider/IdentityProvidersPage.tsx') },
    {
      path: paths.identityProvider(':providerId'),
      lazy: () => import('@/features/identity-provider/IdentityProviderPage.tsx'),
    },
  ],
}
