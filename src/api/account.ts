import { api } from './api.ts'
import { readClaims } from './token.ts'

export interface ProfileFields {
  first_name: string
  last_name: string
  company: string
  account_type: 'personal' | 'professional'
  has_disabled_newsletter: boolean
}

async function send(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Response> {
  return api().http.request(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })
}

/** Goes on with the token of an answer; where there is none the session stays as it is. */
async function takeToken(answer: Promise<Response>): Promise<void> {
  const token = await (await answer).text()
  if (readClaims(token) !== null) api().token.set(token)
}

/**
 * What people do with their own account. All throw `ApiError`: of kind `unauthorized` on a wrong password
 * or code, `stale-session` where the last sign-in is too long ago.
 */
export const account = {
  /** Opens a new window for sensitive actions (docs/decisions/product-rules.md, 11). */
  confirmPassword: (password: string) => takeToken(send('POST', '/user/v1/refresh-token', { password })),

  /** Whether the address has changed, or waits to be verified. The password is null for who has none. */
  async changeEmail(email: string, password: string | null): Promise<'changed' | 'awaits-verification'> {
    const answer = await send('PATCH', '/user/email', { email, password })
    if ((await answer.text()) === '') return 'awaits-verification'
    // The email has changed even where the renewal fails: the requests that follow know what that means.
    await api()
      .session.refresh()
      .catch(() => {})
    return 'changed'
  },

  /** Ends every other session. The current password is null for who has none. */
  changePassword: (currentPassword: string | null, password: string) =>
    takeToken(send('PATCH', '/user/password', { currentPassword, password })),

  saveProfile: (fields: ProfileFields) => send('PATCH', '/user/profile', fields),

  endOtherSessions: () => takeToken(send('POST', '/user/v1/logout-others')),

  /** For good. */
  remove: (userId: number) => api().data.delete({ resource: 'user', id: userId }),

  /** The address that an authenticator scans; the same one until two-factor is on. */
  async setUpTwoFactor(): Promise<string> {
    return (await send('GET', '/auth/totp/setup')).text()
  },

  /** Switches two-factor on with a code of the authenticator. */
  verifyCode: (code: string) => takeToken(send('POST', '/auth/totp/verify', { code })),

  disableTwoFactor: (password: string) => takeToken(send('POST', '/auth/totp/disable', { password })),

  /** New recovery codes, told this once; the old ones no longer work. */
  async createRecoveryCodes(): Promise<string[]> {
    return (await (await send('POST', '/auth/v1/2fa-recover/create')).json()) as string[]
  },
}
