import type { PlatformCall } from '@/lib/equivalent-command.ts'
import { api } from './api.ts'
import { dataRequest, sendRequest } from './data-request.ts'
import type { Profile } from './model.ts'
import { serviceRequest } from './service-client.ts'
import { readClaims } from './token.ts'

/** Stores the token of the response; without one, the session does not change. */
async function takeToken(answer: Promise<string>): Promise<void> {
  const token = await answer
  if (readClaims(token) !== null) api().token.set(token)
}

/** Changes of the account that are shown as commands before they are sent. */
export const accountCalls = {
  /** The password is null for users without one. */
  changeEmail: (email: string, password: string | null) =>
    serviceRequest('patch', '/user/email', { body: { email, password } }),
  remove: (userId: number) => dataRequest('delete', { resource: 'user', id: userId }),
  setUpTwoFactor: () => serviceRequest('get', '/auth/totp/setup'),
  verifyCode: (code: string) => serviceRequest('post', '/auth/totp/verify', { body: { code } }),
  createRecoveryCodes: () => serviceRequest('post', '/auth/v1/2fa-recover/create'),
}

/**
 * Operations on the user's own account. All throw `ApiError`: kind `unauthorized` for a wrong password or code,
 * `stale-session` when the last sign-in is too long ago.
 */
export const account = {
  /** Re-authenticates, which allows sensitive actions for some time (docs/decisions/product-rules.md, 11). */
  confirmPassword: (password: string) =>
    takeToken(api().services.text('post', '/user/v1/refresh-token', { body: { password } })),

  /** Returns whether the email has changed, or still needs to be verified. */
  async changeEmail(call: PlatformCall): Promise<'changed' | 'awaits-verification'> {
    const issued = await api().services.sendForText(call)
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
  remove: (call: PlatformCall) => sendRequest(api().data, call),

  /** The URI in the QR code; the same one until two-factor authentication is enabled. */
  setUpTwoFactor: (): Promise<string> => api().services.sendForText(accountCalls.setUpTwoFactor()),

  /** Enables two-factor authentication with a code of the authenticator app. */
  verifyCode: (call: PlatformCall) => takeToken(api().services.sendForText(call)),

  disableTwoFactor: (password: string) =>
    takeToken(api().services.text('post', '/auth/totp/disable', { body: { password } })),

  /** New recovery codes, returned only once; the old ones stop working. */
  async createRecoveryCodes(): Promise<string[]> {
    const codes: unknown = await api().services.sendForJson(accountCalls.createRecoveryCodes())
    const isList = Array.isArray(codes) && codes.length > 0 && codes.every((code) => typeof code === 'string')
    if (!isList) throw new SyntaxError('The answer holds no recovery codes')
    return codes
  },
}
