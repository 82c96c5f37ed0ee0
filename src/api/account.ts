import { api } from './api.ts'
import type { Profile } from './model.ts'
import { readClaims } from './token.ts'

/** Stores the token of the response; without one, the session does not change. */
async function takeToken(answer: Promise<string>): Promise<void> {
  const token = await answer
  if (readClaims(token) !== null) api().token.set(token)
}

/**
 * Operations on the user's own account. All throw `ApiError`: kind `unauthorized` for a wrong password or code,
 * `stale-session` when the last sign-in is too long ago.
 */
export const account = {
  /** Re-authenticates, which allows sensitive actions for some time (docs/decisions/product-rules.md, 11). */
  confirmPassword: (password: string) =>
    takeToken(api().services.text('post', '/user/v1/refresh-token', { body: { password } })),

  /** Returns whether the email has changed, or still needs to be verified. The password is null for users without one. */
  async changeEmail(email: string, password: string | null): Promise<'changed' | 'awaits-verification'> {
    const issued = await api().services.text('patch', '/user/email', { body: { email, password } })
    if (issued === '') return 'awaits-verification'
    // The email has changed even if renewing the token fails: later requests report that failure.
    await api()
      .session.refresh()
      .catch(() => {})
    return 'changed'
  },

  /** Ends all other sessions. The current password is null for users without one. */
  changePassword: (currentPassword: string | null, password: string) =>
    takeToken(api().services.text('patch', '/user/password', { body: { currentPassword, password } })),

  saveProfile: (body: Required<Profile>) => api().services.done('patch', '/user/profile', { body }),

  endOtherSessions: () => takeToken(api().services.text('post', '/user/v1/logout-others')),

  /** Permanently deletes the account. */
  remove: (userId: number) => api().data.delete({ resource: 'user', id: userId }),

  /** The URI in the QR code; the same one until two-factor authentication is enabled. */
  setUpTwoFactor: (): Promise<string> => api().services.text('get', '/auth/totp/setup'),

  /** Enables two-factor authentication with a code of the authenticator app. */
  verifyCode: (code: string) =>
    takeToken(api().services.text('post', '/auth/totp/verify', { body: { code } })),

  disableTwoFactor: (password: string) =>
    takeToken(api().services.text('post', '/auth/totp/disable', { body: { password } })),

  /** New recovery codes, returned only once; the old ones stop working. */
  createRecoveryCodes: (): Promise<string[]> => api().services.json('post', '/auth/v1/2fa-recover/create'),
}
