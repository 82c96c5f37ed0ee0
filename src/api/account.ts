import { api } from './api.ts'
import type { Profile } from './model.ts'
import { readClaims } from './token.ts'

/** Goes on with the token of an answer; where there is none the session stays as it is. */
async function takeToken(answer: Promise<string>): Promise<void> {
  const token = await answer
  if (readClaims(token) !== null) api().token.set(token)
}

/**
 * What people do with their own account. All throw `ApiError`: of kind `unauthorized` on a wrong password
 * or code, `stale-session` where the last sign-in is too long ago.
 */
export const account = {
  /** Opens a new window for sensitive actions (docs/decisions/product-rules.md, 11). */
  confirmPassword: (password: string) =>
    takeToken(api().services.text('post', '/user/v1/refresh-token', { body: { password } })),

  /** Whether the address has changed, or waits to be verified. The password is null for who has none. */
  async changeEmail(email: string, password: string | null): Promise<'changed' | 'awaits-verification'> {
    const issued = await api().services.text('patch', '/user/email', { body: { email, password } })
    if (issued === '') return 'awaits-verification'
    // The email has changed even where the renewal fails: the requests that follow know what that means.
    await api()
      .session.refresh()
      .catch(() => {})
    return 'changed'
  },

  /** Ends every other session. The current password is null for who has none. */
  changePassword: (currentPassword: string | null, password: string) =>
    takeToken(api().services.text('patch', '/user/password', { body: { currentPassword, password } })),

  saveProfile: (body: Required<Profile>) => api().services.done('patch', '/user/profile', { body }),

  endOtherSessions: () => takeToken(api().services.text('post', '/user/v1/logout-others')),

  /** For good. */
  remove: (userId: number) => api().data.delete({ resource: 'user', id: userId }),

  /** The address that an authenticator scans; the same one until two-factor is on. */
  setUpTwoFactor: (): Promise<string> => api().services.text('get', '/auth/totp/setup'),

  /** Switches two-factor on with a code of the authenticator. */
  verifyCode: (code: string) =>
    takeToken(api().services.text('post', '/auth/totp/verify', { body: { code } })),

  disableTwoFactor: (password: string) =>
    takeToken(api().services.text('post', '/auth/totp/disable', { body: { password } })),

  /** New recovery codes, told this once; the old ones no longer work. */
  createRecoveryCodes: (): Promise<string[]> => api().services.json('post', '/auth/v1/2fa-recover/create'),
}
