import { socialText } from '@/messages/sign-in/social.ts'
import { ApiError, isApiError } from './errors.ts'
import type { PortalPass } from './model.ts'
import type { ServiceClient } from './service-client.ts'
import { sessionState } from './session-state.ts'
import { beginSession } from './session.ts'
import { readClaims, type TokenStore } from './token.ts'

export interface Registration {
  email: string
  password: string
  captcha: string
  wantsNewsletter: boolean
  /** Token of an invitation that is accepted with the sign-up. */
  invitation?: { type: 'organization' | 'application'; token: string } | undefined
}

/** All values by name, so that repeated names are kept. */
const asParameters = (query: URLSearchParams) =>
  Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]))

/**
 * Requests that create a session. They are sent without the current session, so that a refusal does not end it; where
 * the platform needs to know the user, the token is included explicitly. Throws `ApiError`.
 */
export function createAuthFlows(services: ServiceClient, token: TokenStore) {
  const nobody = { anonymous: true }
  const as = (who: string | null) =>
    who === null ? nobody : { anonymous: true, headers: { Authorization: `Bearer ${who}` } }

  const begin = async (issued: Promise<string>) => beginSession(token, await issued)

  /** The token of a fully signed-in user. */
  const ownToken = () => (sessionState(token.get()) === 'signed-in' ? token.get() : null)

  /**
   * The same for an answer that links an account to the signed-in user, whose session must not silently become another's.
   * `own` is the token that was sent.
   */
  const beginFor = async (own: string | null, issued: Promise<string>) => {
    const session = await issued
    if (own !== null && readClaims(session) !== null && readClaims(session)?.id !== readClaims(own)?.id)
      throw new ApiError('conflict', socialText.ofAnother)
    beginSession(token, session)
  }

  /** The email of a sign-up whose result is unknown. */
  let unanswered: string | null = null

  async function signUp({
    email,
    password,
    captcha,
    wantsNewsletter,
    invitation,
  }: Registration): Promise<void> {
    try {
      await begin(
        services.text('post', '/user/register', {
          ...nobody,
          body: {
            email,
            password,
            'g-recaptcha-response': captcha,
            has_disabled_newsletter: !wantsNewsletter,
            ...(invitation && { invitationType: invitation.type, invitationToken: invitation.token }),
          },
        }),
      )
    } catch (error) {
      if (isApiError(error, 'network') || isApiError(error, 'timeout')) unanswered = email
      if (!isApiError(error, 'conflict') || unanswered !== email) throw error
      // If its password works, the account is the one that the previous attempt created.
      const known = begin(
        services.text('post', '/login_', { ...nobody, body: { username: email, password } }),
      )
      await known.catch(() => {
        throw error
      })
    }
    unanswered = null
  }

  return {
    /** Signs up. The newsletter option is positive (docs/decisions/product-rules.md, 16). */
    register: signUp,

    /** Verifies an email address with the token from the email, and signs in. */
    verifyEmail: (verificationToken: string, email: string) =>
      begin(
        services.text('post', '/user/v1/verify-email', { ...nobody, body: { verificationToken, email } }),
      ),

    /** Sends a password reset email; does not reveal whether the address is known. */
    requestReset: (email: string, captcha: string): Promise<void> =>
      services.done('post', '/user/reset-password', {
        ...nobody,
        body: { email, 'g-recaptcha-response': captcha },
      }),

    /**
     * Sets a new password with the token from the email. `code` is that of the authenticator app, for users with
     * two-factor authentication. Returns whether the user is signed in now, because the success response is not
     * documented.
     */
    async resetPassword(reset: { resetCode: string; password: string; code?: string }): Promise<boolean> {
      const issued = await services.text('post', '/user/reset-password', { ...nobody, body: reset })
      if (readClaims(issued) === null) return false
      token.set(issued)
      return true
    },

    /** The second step, with a code of the authenticator app. */
    verifyToken: (code: string) =>
      begin(services.text('post', '/auth/totp/verify', { ...as(token.get()), body: { code } })),

    /** The second step, with a recovery code, which works only once. */
    verifyRecoveryCode: (code: string) =>
      begin(services.text('post', '/auth/v1/2fa-recover/verify', { ...as(token.get()), body: { code } })),

    /** Completes a sign-in with another service, with its unchanged query. Links the account if a user is signed in. */
    finishSocial(provider: string, query: string): Promise<void> {
      const who = ownToken()
      const issued = services.text('get', '/auth/{provider}/callback', {
        ...as(who),
        path: { provider },
        query: asParameters(new URLSearchParams(query)),
        credentials: 'include',
      })
      return beginFor(who, issued)
    },

    /** Throws `ApiError` of kind `not-found` if the platform does not know the identifier. Redirects are not followed. */
    askForIdentityProvider: (ssoIdentifier: string, returnTo: string, signal?: AbortSignal): Promise<void> =>
      services.done('get', '/auth/saml/{ssoIdentifier}', {
        ...nobody,
        path: { ssoIdentifier },
        query: { redirect_uri: returnTo },
        redirect: 'manual',
        signal,
      }),

    /** Completes a sign-in with an identity provider; links the identity if a user is signed in. */
    finishSaml(code: string): Promise<void> {
      const who = ownToken()
      const body = { code, ...(who === null ? {} : { token: who }) }
      return beginFor(who, services.text('post', '/auth/saml/finalize', { ...nobody, body }))
    },

    /** Authorizes an application; the code is for its own server. */
    async authorize(clientId: string): Promise<string> {
      const body = { client_id: clientId, response_type: 'code' } as const
      return (await services.json('post', '/oauth/authorize', { body })).code
    },

    portalPass: (returnTo: string | null, signal?: AbortSignal): Promise<PortalPass> =>
      services.json('get', '/zendesk/v1/login', { query: { return_to: returnTo ?? undefined }, signal }),
  }
}
