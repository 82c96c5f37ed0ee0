import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { session } from '../access/sessions.ts'
import { signClaims } from '../access/tokens.ts'
import { userEmail } from '../access/users.ts'
import { readProfile } from '../account/people.ts'
import { CONTROL_PREFIX } from '../base/control-prefix.ts'
import { HttpError } from '../base/http-error.ts'
import { hasPrivateSupport } from '../billing/billing-handlers.ts'
import { json } from '../http/request-context.ts'
import type { RequestContext, JsonOf } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'

const TOKEN_LIFETIME_SECONDS = 60

function nameOf({ store }: RequestContext, user: number): string {
  const { first_name: first, last_name: last } = readProfile(store, user)
  const name = [first, last].filter((part) => typeof part === 'string' && part !== '').join(' ')
  return name === '' ? store.rows('user').reader('username')(user) : name
}

export const identityHandlers: ServiceHandlers<'identity'> = {
  /** Requires a verified email address and an organization with private support. Not available to staff who impersonate a user. */
  'identity.portal'(context) {
    const { user, actualUser } = session(context)
    const { store, cloud, url, access } = context
    const email = userEmail(store, user)
    const isVerified = readProfile(store, user).is_verified === true
    const isSupported = [...access.organizations.keys()].some((id) => hasPrivateSupport(context, id))
    if (actualUser !== undefined || email === null || !isVerified || !isSupported) {
      throw new HttpError(403, 'You have no access to the support portal')
    }
    const iat = Math.floor(cloud.realNow() / 1000)
    const token = signClaims(store, {
      email,
      name: nameOf(context, user),
      external_id: String(user),
      iat,
      exp: iat + TOKEN_LIFETIME_SECONDS,
    })
    const returnTo = url.searchParams.get('return_to')
    return json<JsonOf<'identity.portal', 200>>({
      url: `${url.origin}${CONTROL_PREFIX}support-portal`,
      token,
      ...(returnTo === null ? {} : { return_to: returnTo }),
    })
  },

  'identity.chat'(context) {
    const { user } = session(context)
    const { store } = context
    const hash = hmac(sha256, store.secrets.signingKey, new TextEncoder().encode(`chat ${user}`))
    return json<JsonOf<'identity.chat', 200>>({
      user_id: user,
      name: nameOf(context, user),
      email: userEmail(store, user),
      created_at: new Date(store.rows('user').reader('created_at')(user)).toISOString(),
      user_hash: bytesToHex(hash),
    })
  },
}
