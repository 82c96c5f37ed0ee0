import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { totpAt } from '../../../../mocks/account/totp.ts'
import type { TestCloud } from '../../../../mocks/hosts/node.ts'
import { TESS_RECOVERY_CODES } from '../../../../mocks/worlds/accounts.ts'
import { DEVI_SECRET } from '../../../../mocks/worlds/scenarios/two-factor-pending.ts'
import { TOKEN_KEY } from '../../open-app.tsx'
import { fleetId } from '../../open-world.tsx'
import { emailedLink } from '../../sign-in/entry-screens.ts'
import { countOf, dialog, fill, part, press, pressMain, type Person, type Row } from '../row.ts'
import { fromMenu } from './fleets.ts'

const PASSWORD = 'flotilla-demo'
const NORA = 'nora@example.com'
const NEW_PASSWORD = 'tidal-quilt-harbor'
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl'

/** A lost response may have created a key that nobody has seen: this is reported, and a retry creates another one. */
const newKey = (as: Person) => ({
  submit: 'Create key',
  count: countOf('api_key', as),
  isDone: (form: HTMLElement) => /the key itself was not received/.test(form.textContent),
  after: async () => {
    const form = screen.getByRole('dialog')
    fireEvent.click(within(form).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(form.isConnected).toBe(false))
  },
})

/** With an existing key. */
const withKey = async (world: TestCloud) => {
  const body = { name: 'Old reports', expiryDate: null }
  await world.request('/api-key/user/full', { as: 'olive', method: 'POST', body })
  return '/preferences/access-tokens'
}

/** With two-factor authentication enabled. */
const withTwoFactor = async (world: TestCloud) => {
  const code = totpAt(DEVI_SECRET, Date.now())
  const answer = await world.request('/auth/totp/verify', { as: 'devi', method: 'POST', body: { code } })
  localStorage.setItem(TOKEN_KEY, await answer.text())
  return '/preferences/2fa'
}

const leftTheForm = () =>
  screen.queryByRole('heading', {
    level: 1,
    name: /^(Sign in|Create your account|Reset your password|Set a new password|Two-factor authentication|Complete your profile)$/,
  }) === null

let link = ''

/** A user who signed up and has a link in an email. */
const withEmail = async (world: TestCloud, at: string) => {
  const body = { email: NORA, password: NEW_PASSWORD, 'g-recaptcha-response': 'none' }
  const answer = await world.request('/user/register', { method: 'POST', body })
  link = await emailedLink(world, NORA)
  return { token: await answer.text(), at }
}

/** Follows a link. */
const goTo = (path: string) => {
  window.history.pushState(null, '', path)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

/** The user's own account: keys, secrets and sign-in. */
export const accounts: readonly Row[] = [
  {
    write: 'keys.createForUser',
    method: 'POST',
    at: '/preferences/access-tokens',
    as: 'olive',
    open: dialog('Create key', 'Create an API key', (nth) => ({ Name: `Reports ${nth}`, Expires: 'Never' })),
    ...newKey('olive'),
    isTyped: true,
  },
  {
    write: 'keys.create',
    method: 'POST',
    at: async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}/api-keys`,
    open: dialog('Create key', 'Create a provisioning key', (nth) => ({
      Name: `Line ${nth}`,
      Expires: 'Never',
    })),
    ...newKey('ada'),
    isTyped: true,
  },
  {
    write: 'PATCH api_key',
    at: withKey,
    as: 'olive',
    open: dialog('Edit Old reports', 'Edit this key', (nth) => ({ 'Description*': `Weekly ${nth}` })),
    submit: 'Save',
    isTyped: true,
  },
  {
    write: 'DELETE api_key',
    at: withKey,
    as: 'olive',
    open: dialog('Revoke Old reports', 'Revoke Old reports?'),
    submit: 'Revoke key',
    count: countOf('api_key', 'olive'),
    by: -1,
  },
  {
    write: 'POST user_public_key',
    at: '/preferences/sshkeys',
    as: 'omar',
    open: dialog(fromMenu('Add new key', 'Add manually'), 'Add an SSH key', (nth) => ({
      Title: `Bench ${nth}`,
      'Public key': `${KEY} omar@bench${nth}`,
    })),
    submit: 'Add key',
    isTyped: true,
    count: countOf('user_public_key', 'omar'),
  },
  {
    write: 'DELETE user_public_key',
    at: async (world) => {
      const [omar] = await world.rows("/v7/user?$select=id&$filter=username eq 'omar'", 'omar')
      const body = { title: 'Bench', public_key: `${KEY} omar@bench`, user: omar?.['id'] }
      await world.request('/v7/user_public_key', { as: 'omar', method: 'POST', body })
      return '/preferences/sshkeys'
    },
    as: 'omar',
    open: dialog(async () => {
      await fill(await screen.findByRole('main'), { 'Select Bench': true })
      await press('Delete keys')
    }, 'Delete Bench?'),
    submit: 'Delete key',
    count: countOf('user_public_key', 'omar'),
    by: -1,
  },
  {
    write: 'account.changeEmail',
    method: 'PATCH',
    at: '/preferences/details',
    as: 'olive',
    open: dialog('Change email', 'Change email', (nth) => ({
      'New email': `olive${nth}@example.com`,
      'Current password': PASSWORD,
    })),
    submit: 'Change email',
  },
  {
    write: 'account.changePassword',
    method: 'PATCH',
    at: '/preferences/details',
    as: 'olive',
    open: dialog('Change password', 'Change password', () => ({
      'Current password': PASSWORD,
      'New password': NEW_PASSWORD,
      'Repeat the new password': NEW_PASSWORD,
    })),
    submit: 'Change password',
  },
  {
    write: 'account.endOtherSessions',
    method: 'POST',
    at: '/preferences/details',
    open: part('region', 'Danger zone'),
    submit: 'Log me out from other sessions',
    isDone: () => screen.queryByText(/other sessions (were|have|are)/i) !== null,
  },
  {
    write: 'account.saveProfile',
    method: 'PATCH',
    at: '/preferences/profile',
    as: 'olive',
    open: part('main', undefined, (nth) => ({
      'First name': `Olive ${nth}`,
      'Last name': 'L',
      Company: 'Acme',
      'Personal*': true,
    })),
    submit: 'Save profile',
    isDone: () => screen.queryByText(/saved/i) !== null,
  },
  {
    write: 'DELETE user',
    follows: 'the sign-in page',
    at: '/preferences/details',
    as: 'mel',
    open: dialog('Delete account', 'Delete your account?', () => ({ Password: PASSWORD })),
    submit: 'Delete account',
    count: countOf('user', 'pat', "username eq 'mel'"),
    by: -1,
    isDone: () => screen.queryByText(/^Your account was deleted/) !== null,
  },
  {
    write: 'session.confirmPassword',
    follows: 'the action that it was asked for',
    method: 'POST',
    at: '/preferences/2fa',
    as: 'omar',
    open: async (nth) => {
      // The password is required, because the last sign-in is long ago.
      vi.setSystemTime(Date.now() + 21 * 60_000)
      await pressMain('Enable two-factor authentication')
      const opened = await screen.findByRole('dialog', { name: 'Confirm your identity' })
      if (nth !== null) await fill(opened, { Password: PASSWORD })
      return opened
    },
    submit: 'Confirm',
  },
  {
    write: 'two-factor.verify',
    method: 'POST',
    at: '/preferences/2fa',
    as: 'devi',
    scenario: 'two-factor-pending',
    open: dialog(
      /^(Enable two-factor authentication|Finish set-up)$/,
      'Set up two-factor authentication',
      () => ({
        'Pairing code': totpAt(DEVI_SECRET, Date.now()),
      }),
    ),
    submit: 'Enable',
    // The first code was used, although the response was lost.
    again: async (form) => {
      vi.setSystemTime(Date.now() + 30_000)
      await fill(form, { 'Pairing code': totpAt(DEVI_SECRET, Date.now()) })
    },
  },
  {
    write: 'two-factor.createRecoveryCodes',
    method: 'POST',
    at: withTwoFactor,
    as: 'devi',
    scenario: 'two-factor-pending',
    open: dialog('Generate recovery codes', 'Regenerate recovery codes?'),
    submit: 'Regenerate',
  },
  {
    write: 'two-factor.disable',
    method: 'POST',
    at: withTwoFactor,
    as: 'devi',
    scenario: 'two-factor-pending',
    open: dialog('Disable', 'Disable two-factor authentication?', () => ({ Password: PASSWORD })),
    submit: 'Disable',
  },
  {
    write: 'account.verifyEmail',
    method: 'POST',
    path: '/user/v1/verify-email',
    at: async (world) => (await withEmail(world, '/login')).at,
    as: null,
    open: part('main', undefined),
    submit: '',
    press: () => goTo(link),
    isNotified: true,
    // The link works once; its result is visible after signing in.
    isDone: () => leftTheForm() || screen.queryByText(/The verification link is invalid/) !== null,
  },
  {
    write: 'PATCH user',
    at: async (world) => {
      const { token, at } = await withEmail(world, '/user/verify-email/pending')
      localStorage.setItem(TOKEN_KEY, token)
      return at
    },
    open: part('main', undefined),
    submit: 'Send the link again',
    isDone: () => screen.queryByText(/A new link was sent/) !== null,
  },
  {
    write: 'single-sign-on.finishSaml',
    method: 'POST',
    path: '/auth/saml/finalize',
    at: '/saml/acme',
    as: 'mel',
    isAnonymous: true,
    simulated: true,
    open: async () => {
      await screen.findByRole('heading', { name: 'Sign in with acme' })
      await fill(await screen.findByRole('main'), { 'Choose an account': 'mel@flotilla.example' })
      await press('Approve')
      await screen.findByRole('heading', { name: 'Link your account' })
      const form = await screen.findByRole('main')
      await fill(form, { 'I accept the terms*': true, 'API keys of this account are deleted*': true })
      return form
    },
    submit: 'Link account',
    // The code works once; signing in with the provider again links the account.
    isDone: () =>
      screen.queryByRole('heading', { level: 1, name: 'Link your account' }) === null ||
      screen.queryByText(/did not sign you in/) !== null,
  },
  {
    write: 'oauth.authorize',
    follows: 'the page of the application',
    method: 'POST',
    at: '/login/oauth/flotilla-forum?state=x%26y',
    simulated: true,
    open: part('main', undefined),
    submit: 'Authorize',
    isDone: () => screen.queryByText(/^This link leaves the dashboard/) !== null,
  },
  {
    write: 'session.logIn',
    follows: 'the first page',
    method: 'POST',
    at: '/login',
    as: null,
    open: part('main', undefined, () => ({ Email: 'ada@flotilla.example', Password: PASSWORD })),
    submit: 'Sign in',
    isDone: leftTheForm,
  },
  {
    write: 'account.register',
    follows: 'the page that asks to verify the address',
    method: 'POST',
    at: '/signup',
    as: null,
    open: part('main', undefined, () => ({ Email: NORA, Password: NEW_PASSWORD })),
    submit: 'Create account',
    count: countOf('user', 'pat'),
    isDone: leftTheForm,
  },
  {
    write: 'account.resetPassword',
    follows: 'the page that tells what to do',
    method: 'POST',
    at: '/password-reset',
    as: null,
    open: part('main', undefined, () => ({ Email: 'ada@flotilla.example' })),
    submit: 'Send the link',
    isDone: leftTheForm,
  },
  {
    write: 'two-factor.verifyRecoveryCode',
    method: 'POST',
    path: '/auth/*',
    at: '/login',
    as: null,
    scenario: 'two-factor-pending',
    open: async () => {
      const [code = ''] = TESS_RECOVERY_CODES
      const form = await part('main', undefined, () => ({
        Email: 'tess@flotilla.example',
        Password: PASSWORD,
      }))(1)
      await press('Sign in', within(form))
      await press('Use a recovery code')
      const second = await screen.findByRole('main')
      await fill(second, { 'Recovery code': code })
      return second
    },
    submit: 'Continue',
    // The first code was used, although the response was lost.
    again: (form) => fill(form, { 'Recovery code': TESS_RECOVERY_CODES[1] ?? '' }),
    isDone: leftTheForm,
  },
]
