import { isApiError } from './errors.ts'
import type { PortalPass } from './model.ts'
import type { ServiceClient } from './service-client.ts'
import { beginSession } from './session.ts'
import { sessionState } from './session-state.ts'
import { readClaims, type TokenStore } from './token.ts'

export interface Registration {
  email: string
  password: string
  captcha: string
  wantsNewsletter: boolean
  /** An invitation that is taken up at once. */
  invitation?: { type: 'organization' | 'application'; token: string } | undefined
}

/** Each name once, with all its values, so that none is lost where a service names one twice. */
const asParameters = (query: URLSearchParams) =>
  Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]))

/**
 * The ways to a session. A refusal says nothing about a session that is there already, so all are sent
 * as by nobody; where the platform must know who asks, the token goes along. Throws `ApiError`.
 */
export function createAuthFlows(services: ServiceClient, token: TokenStore) {
  const nobody = { anonymous: true }
  const as = (who: string | null) =>
    who === null ? nobody : { anonymous: true, headers: { Authorization: `Bearer ${who}` } }

  const begin = async (issued: Promise<string>) => beginSession(token, await issued)

  /** The token of who is wholly signed in. */
  const own = () => (sessionState(token.get()) === 'signed-in' ? token.get() : null)

  /** The address of a sign-up of which nobody knows whether it was made. */
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
      // The account is the one that the last try made, if its password does.
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
    /** Signs up. The newsletter is asked for in the positive sense (docs/decisions/product-rules.md, 16). */
    register: signUp,

    /** Proves an address by the link that was mailed to it, and signs in as its person. */
    verifyEmail: (verificationToken: string, email: string) =>
      begin(
        services.text('post', '/user/v1/verify-email', { ...nobody, body: { verificationToken, email } }),
      ),

    /** Mails a link with which to set a new password; never tells whether the address is known. */
    requestReset: (email: string, captcha: string): Promise<void> =>
      services.done('post', '/user/reset-password', {
        ...nobody,
        body: { email, 'g-recaptcha-response': captcha },
      }),

    /**
     * Sets a new password with the code of that link. `code` is of the authenticator, for who has two-factor on. Tells
     * whether the person is signed in now: the success response is not established.
     */
    async resetPassword(reset: { resetCode: string; password: string; code?: string }): Promise<boolean> {
      const issued = await services.text('post', '/user/reset-password', { ...nobody, body: reset })
      if (readClaims(issued) === null) return false
      token.set(issued)
      return true
    },

    /** The second step, with a code of the authenticator. */
    verifyToken: (code: string) =>
      begin(services.text('post', '/auth/totp/verify', { ...as(token.get()), body: { code } })),

    /** The second step, with a recovery code, which works once. */
    verifyRecoveryCode: (code: string) =>
      begin(services.text('post', '/auth/v1/2fa-recover/verify', { ...as(token.get()), body: { code } })),

    /** Comes back from another service with its query as it is. Links the account to whoever is signed in. */
    finishSocial: (provider: string, query: string): Promise<void> =>
      begin(
        services.text('get', '/auth/{provider}/callback', {
          ...as(own()),
          path: { provider },
          query: asParameters(new URLSearchParams(query)),
          credentials: 'include',
        }),
      ),

    /** Throws `ApiError` of kind `not-found` unless the platform knows the identifier. Redirects are not followed. */
    askForIdentityProvider: (ssoIdentifier: string, returnTo: string, signal?: AbortSignal): Promise<void> =>
      services.done('get', '/auth/saml/{ssoIdentifier}', {
        ...nobody,
        path: { ssoIdentifier },
        query: { redirect_uri: returnTo },
        redirect: 'manual',
        signal,
      }),

    /** Completes a sign-in with an identity provider; whoever is signed in has that identity linked to the account. */
    finishSaml(code: string): Promise<void> {
      const who = own()
      const body = { code, ...(who === null ? {} : { token: who }) }
      return begin(services.text('post', '/auth/saml/finalize', { ...nobody, body }))
    },

    /** Lets an application act for the person; the code is for its own server. */
    async authorize(clientId: string): Promise<string> {
      const body = { client_id: clientId, response_type: 'code' } as const
      return (await services.json('post', '/oauth/authorize', { body })).code
    },

    portalPass: (returnTo: string | null, signal?: AbortSignal): Promise<PortalPass> =>
      services.json('get', '/zendesk/v1/login', { query: { return_to: returnTo ?? undefined }, signal }),
  }
}
