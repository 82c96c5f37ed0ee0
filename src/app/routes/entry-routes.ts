import { Outlet, type RouteObject } from 'react-router'
import { Splash } from '@/app/pages/Splash.tsx'
import {
  requireForcedPassword,
  requireGoodPassword,
  requireNoSession,
  requireNoSessionWithoutError,
  requirePendingSecondFactor,
  requireSession,
  requireVerifiedEmail,
} from '@/app/session/guards.ts'
import { paths } from '@/lib/paths.ts'
import { emptyLoader, whenOffered } from './route-parts.tsx'

type Guard = NonNullable<RouteObject['middleware']>[number]

/** Pages with their own guard. */
const guarded = (guards: Guard[], children: RouteObject[]): RouteObject => ({
  middleware: guards,
  loader: emptyLoader,
  Component: Outlet,
  children,
})

/** For users with a complete session: second factor, verified email and password are in order. */
const complete = [requireSession, requireGoodPassword, requireVerifiedEmail]

/** Pages without the shell, such as sign-in and sign-up. */
export const entryRoutes: RouteObject = {
  lazy: () => import('@/app/pages/EntryLayout.tsx'),
  HydrateFallback: Splash,
  children: [
    guarded(
      [requireNoSession],
      [
        {
          path: paths.signUp(),
          lazy: whenOffered('signUp', () => import('@/features/sign-in/sign-up/SignUpPage.tsx')),
        },
        {
          path: paths.passwordReset(),
          lazy: whenOffered(
            'passwordReset',
            () => import('@/features/sign-in/password/PasswordResetPage.tsx'),
          ),
        },
        {
          path: paths.passwordResetSent(),
          lazy: whenOffered(
            'passwordReset',
            () => import('@/features/sign-in/password/PasswordResetSentPage.tsx'),
          ),
        },
      ],
    ),
    guarded(
      [requireNoSessionWithoutError],
      [
        {
          path: paths.saml(),
          lazy: whenOffered('singleSignOn', () => import('@/features/sign-in/saml/SamlPage.tsx')),
        },
      ],
    ),
    guarded(
      [requirePendingSecondFactor],
      [
        {
          path: paths.twoFactor(),
          lazy: () => import('@/features/sign-in/two-factor/SecondFactorPage.tsx'),
        },
      ],
    ),
    guarded(
      [requireSession],
      [
        {
          path: paths.verifyEmailPending(),
          lazy: whenOffered('signUp', () => import('@/features/sign-in/verify-email/VerifyEmailPending.tsx')),
        },
        {
          path: paths.forcedPassword(),
          middleware: [requireForcedPassword],
          loader: emptyLoader,
          lazy: () => import('@/features/sign-in/password/ForcedPasswordPage.tsx'),
        },
      ],
    ),
    guarded(complete, [
      {
        path: paths.completeProfile(),
        lazy: whenOffered('profile', () => import('@/features/sign-in/sign-up/ProfilePage.tsx')),
      },
      { path: paths.cliLogin('*'), lazy: () => import('@/features/sign-in/cli/CliLoginPage.tsx') },
      {
        path: paths.oauth(':clientId'),
        lazy: whenOffered('oauthApplications', () => import('@/features/sign-in/oauth/OAuthPage.tsx')),
      },
      {
        path: paths.supportPortal(),
        lazy: whenOffered('support', () => import('@/features/sign-in/support-portal/SupportPortalPage.tsx')),
      },
    ]),
    // Links in emails and redirects from third parties work with and without a session.
    {
      path: paths.verifyEmail(':token?', ':email?'),
      lazy: whenOffered('signUp', () => import('@/features/sign-in/verify-email/VerifyEmailLink.tsx')),
    },
    {
      path: paths.resetPassword(':loginCode'),
      lazy: whenOffered('passwordReset', () => import('@/features/sign-in/password/ResetPasswordPage.tsx')),
    },
    {
      path: paths.socialCallback(':provider'),
      lazy: whenOffered('codeHosts', () => import('@/features/sign-in/social/SocialCallback.tsx')),
    },
    {
      path: paths.samlSignOn(),
      lazy: whenOffered('singleSignOn', () => import('@/features/sign-in/saml/SamlSignOn.tsx')),
    },
    {
      path: paths.samlMerge(),
      lazy: whenOffered('singleSignOn', () => import('@/features/sign-in/saml/SamlMergePage.tsx')),
    },
    {
      path: paths.samlStart(':ssoIdentifier'),
      lazy: whenOffered('singleSignOn', () => import('@/features/sign-in/saml/SamlStart.tsx')),
    },
    { path: paths.outside(), lazy: () => import('@/app/pages/OutsidePage.tsx') },
  ],
}
