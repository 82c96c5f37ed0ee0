import { isApiError } from './errors.ts'
import type { Http } from './http.ts'
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

/** Where a form posts a signed token to, so that the support portal knows who comes. */
export interface PortalPass {
  url: string
  token: string
  return_to?: string
}

/**
 * The ways to a session. A refusal says nothing about a session that is there already, so all are sent
 * as by nobody; where the platform must know who asks, the token goes along. Throws `ApiError`.
 */
export function createAuthFlows(http: Http, token: TokenStore) {
  const post = (path: string, body: object, as: string | null = null) =>
    http.request(path, {
      method: 'POST',
      anonymous: true,
      headers: {
        'Content-Type': 'application/json',
        ...(as === null ? {} : { Authorization: `Bearer ${as}` }),
      },
      body: JSON.stringify(body),
    })

  const begin = async (answer: Promise<Response>) => beginSession(token, await (await answer).text())

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
        post('/user/register', {
          email,
          password,
          'g-recaptcha-response': captcha,
          has_disabled_newsletter: !wantsNewsletter,
          ...(invitation && { invitationType: invitation.type, invitationToken: invitation.token }),
        }),
      )
    } catch (error) {
      if (isApiError(error, 'network') || isApiError(error, 'timeout')) unanswered = email
      if (!isApiError(error, 'conflict') || unanswered !== email) throw error
      // The account is the one that the last try made, if its password does.
      const known = begin(post('/login_', { username: email, password }))
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
      begin(post('/user/v1/verify-email', { verificationToken, email })),

    /** Mails a link with which to set a new password; never tells whether the address is known. */
    async requestReset(email: string, captcha: string): Promise<void> {
      await post('/user/reset-password', { email, 'g-recaptcha-response': captcha })
    },

    /**
     * Sets a new password with the code of that link. `code` is of the authenticator, for who has two-factor on. Tells
     * whether the person is signed in now: the success response is not established.
     */
    async resetPassword(reset: { resetCode: string; password: string; code?: string }): Promise<boolean> {
      const issued = await (await post('/user/reset-password', reset)).text()
      if (readClaims(issued) === null) return false
      token.set(issued)
      return true
    },

    /** The second step, with a code of the authenticator. */
    verifyToken: (code: string) => begin(post('/auth/totp/verify', { code }, token.get())),

    /** The second step, with a recovery code, which works once. */
    verifyRecoveryCode: (code: string) => begin(post('/auth/v1/2fa-recover/verify', { code }, token.get())),

    /** Comes back from another service with its query as it is. Links the account to whoever is signed in. */
    finishSocial(provider: string, query: string): Promise<void> {
      const as = own()
      return begin(
        http.request(`/auth/${encodeURIComponent(provider)}/callback${query}`, {
          anonymous: true,
          credentials: 'include',
          headers: as === null ? {} : { Authorization: `Bearer ${as}` },
        }),
      )
    },

    /** Throws `ApiError` of kind `not-found` unless the platform knows the identifier. Redirects are not followed. */
    async askForIdentityProvider(
      ssoIdentifier: string,
      returnTo: string,
      signal?: AbortSignal,
    ): Promise<void> {
      const query = new URLSearchParams({ redirect_uri: returnTo })
      const answer = await http.request(`/auth/saml/${encodeURIComponent(ssoIdentifier)}?${query}`, {
        anonymous: true,
        redirect: 'manual',
        signal: signal ?? null,
      })
      await answer.body?.cancel()
    },

    /** Completes a sign-in with an identity provider; whoever is signed in has that identity linked to the account. */
    finishSaml(code: string): Promise<void> {
      const as = own()
      return begin(post('/auth/saml/finalize', { code, ...(as === null ? {} : { token: as }) }))
    },

    /** Lets an application act for the person; the code is for its own server. */
    async authorize(clientId: string): Promise<string> {
      const answer = await http.request('/oauth/authorize', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ client_id: clientId, response_type: 'code' }),
      })
      return ((await answer.json()) as { code: string }).code
    },

    async portalPass(returnTo: string | null, signal?: AbortSignal): Promise<PortalPass> {
      const query = returnTo === null ? '' : `?${new URLSearchParams({ return_to: returnTo })}`
      const answer = await http.request(`/zendesk/v1/login${query}`, { signal: signal ?? null })
      return (await answer.json()) as PortalPass
    },
  }
}
