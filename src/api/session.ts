import type { PlatformCall } from '@/lib/equivalent-command.ts'
import { answerText } from '@/messages/common/answers.ts'
import { ApiError, isApiError } from './errors.ts'
import type { ServiceClient } from './service-client.ts'
import { isExpired, readClaims, type SessionClaims, type TokenStore } from './token.ts'

export interface CurrentUser {
  /** The actor's id, not the user's (docs/platform/clients.md). */
  actorId: number
  userId: number
  username: string
  email: string | null
}

/** Stores a session issued by the platform. Throws `ApiError` if the response contains none. */
export function beginSession(token: TokenStore, issued: string): void {
  if (readClaims(issued) === null) throw new ApiError('server', answerText.noSession)
  token.set(issued)
}

/** Sign-in, sign-out and the current session. */
export function createSession(services: ServiceClient, token: TokenStore) {
  return {
    /** Claims of the stored token; null when signed out or when it is no session token. */
    claims(): SessionClaims | null {
      const stored = token.get()
      return stored === null ? null : readClaims(stored)
    },

    hasExpired(): boolean {
      const claims = this.claims()
      return claims !== null && isExpired(claims)
    },

    /** Stores a new session. Throws `ApiError`: `unauthorized` for wrong credentials, `rate-limited` after too many attempts. */
    async signIn(credentials: { username: string; password: string }): Promise<void> {
      const issued = await services
        .text('post', '/login_', { anonymous: true, body: credentials })
        .catch((error: unknown) => {
          // The server returns only 401, so the message is ours.
          if (isApiError(error, 'unauthorized')) {
            throw new ApiError('unauthorized', answerText.invalidLogin, { status: 401, cause: error })
          }
          throw error
        })
      beginSession(token, issued)
    },

    /**
     * For staff: stores a session of another user, in which the platform also records the staff member
     * (docs/decisions/product-rules.md, 39).
     */
    async signInAs(call: PlatformCall): Promise<void> {
      beginSession(token, await services.sendForText(call))
    },

    /** Renews the token at start and every hour; keeps its `authTime` (docs/decisions/product-rules.md, 11). */
    async refresh(): Promise<void> {
      const before = token.get()
      const renewed = await services.text('get', '/user/v1/refresh-token')
      // If the user signed out during the request, the new token is discarded.
      if (token.get() === before && readClaims(renewed) !== null) token.set(renewed)
    },

    signOut(): void {
      token.clear()
    },

    async whoAmI(signal?: AbortSignal): Promise<CurrentUser> {
      const actor = await services.json('get', '/actor/v1/whoami', { signal })
      if (actor.actorType !== 'user' || actor.username === undefined) {
        throw new ApiError('forbidden', answerText.noPerson)
      }
      return {
        actorId: actor.id,
        userId: actor.actorTypeId,
        username: actor.username,
        email: actor.email ?? null,
      }
    },

    /** Whether the user can open a shell on the device's host OS: GET /access/v1/hostos/{uuid}. */
    async mayAccessHost(uuid: string, signal?: AbortSignal): Promise<boolean> {
      try {
        await services.done('get', '/access/v1/hostos/{uuid}', { path: { uuid }, signal })
        return true
      } catch (error) {
        if (isApiError(error, 'unauthorized') || isApiError(error, 'not-found')) return false
        throw error
      }
    },
  }
}
