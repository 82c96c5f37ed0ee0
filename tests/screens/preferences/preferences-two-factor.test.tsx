import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { totpAt } from '../../../mocks/account/totp.ts'
import { DEVI_SECRET } from '../../../mocks/worlds/scenarios/two-factor-pending.ts'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { setting } from '../fleets/settings-screens.ts'
import { findHeading } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { reasonOf, write } from '../variables/variable-screens.ts'
import { confirmWithPassword, findMessage, fakeDate, expireSignIn, PASSWORD } from './preferences-screens.ts'

const openPage = async (options: Parameters<typeof openWorld>[1]) => {
  fakeDate()
  const opened = await openWorld('/preferences/2fa', options)
  await findHeading('Two-factor authentication')
  return opened
}

const codesShown = async () => {
  const dialog = await dialogNamed('Save your recovery codes')
  const codes = within(dialog.getByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')
  return { dialog, codes: codes.map(({ textContent }) => textContent) }
}

test('a user who has started to set up two-factor authentication finishes it with the same key, gets recovery codes, creates new ones and disables it [TWOFA-005, TWOFA-006, TWOFA-007, TWOFA-008, TWOFA-009, TWOFA-010, TWOFA-011, TWOFA-012, TWOFA-019, TWOFA-020, TWOFA-001, TWOFA-021, TWOFA-022, TWOFA-024, TWOFA-025, TWOFA-026]', async () => {
  const { world, asked } = await openPage({ as: 'devi', scenario: 'two-factor-pending' })
  expect(screen.getByText('DISABLED')).toBeVisible()
  expect(screen.getByText(/It is enabled once a code from your app is accepted/)).toBeVisible()
  expireSignIn()
  await userEvent.click(screen.getByRole('button', { name: 'Enable two-factor authentication' }))
  expect(screen.queryByRole('dialog', { name: 'Set up two-factor authentication' })).toBeNull()
  await confirmWithPassword()

  let dialog = await dialogNamed('Set up two-factor authentication')
  expect(dialog.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  const key = dialog.getByLabelText('Key', { selector: 'code' }).textContent.replaceAll(' ', '')
  expect(key).toBe(DEVI_SECRET)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await untilClosed()
  await findMessage(/Two-factor authentication is not set up completely/)
  expect(screen.getByText('DISABLED')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Finish set-up' }))
  dialog = await dialogNamed('Set up two-factor authentication')
  const submit = () => dialog.getByRole('button', { name: 'Enable' })
  expect(reasonOf(submit())).toBe('Enter the six digits from your app.')
  await write(dialog.getByLabelText('Pairing code'), totpAt(DEVI_SECRET, Date.now() + 3_600_000))
  await userEvent.click(submit())
  await dialog.findByText(/This code is wrong/)
  await userEvent.clear(dialog.getByLabelText('Pairing code'))
  await write(dialog.getByLabelText('Pairing code'), totpAt(DEVI_SECRET, Date.now()))
  await userEvent.click(submit())

  const first = await codesShown()
  expect(new Set(first.codes).size).toBe(10)
  expect(first.dialog.getByRole('button', { name: 'Copy Recovery codes' })).toBeVisible()
  expect(first.dialog.getByRole('button', { name: 'Download as a text file' })).toBeVisible()
  await userEvent.click(first.dialog.getByRole('button', { name: 'I have saved them' }))
  await untilClosed()
  expect(await screen.findByText('ENABLED')).toBeVisible()
  expect(screen.queryByText(/Two-factor authentication is not set up completely/)).toBeNull()
  expect(await (await setting('Recovery codes')).findByText('10 of 10 left.')).toBeVisible()

  const elsewhere = await world.request('/login_', {
    method: 'POST',
    body: { username: 'devi', password: PASSWORD },
  })
  const used = await world.request('/auth/v1/2fa-recover/verify', {
    as: { credential: await elsewhere.text() },
    method: 'POST',
    body: { code: first.codes[0] },
  })
  expect(used.status).toBe(200)
  expireSignIn()
  await userEvent.click(screen.getByRole('button', { name: 'View recovery codes' }))
  expect(screen.queryByRole('dialog', { name: 'Recovery codes' })).toBeNull()
  await confirmWithPassword()
  const viewed = await dialogNamed('Recovery codes')
  await viewed.findByText(/^Used/)
  const uses = within(viewed.getByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')
  expect(uses).toHaveLength(10)
  expect(uses.filter(({ textContent }) => textContent.endsWith('Not used'))).toHaveLength(9)
  await userEvent.click(viewed.getByText('Close', { selector: 'button *, button' }))
  await untilClosed()

  expireSignIn()
  await userEvent.click(screen.getByRole('button', { name: 'Regenerate recovery codes' }))
  const warning = await dialogNamed('Regenerate recovery codes?')
  expect(warning.getByText('Your current recovery codes stop working immediately.')).toBeVisible()
  await userEvent.click(warning.getByRole('button', { name: 'Regenerate' }))
  await confirmWithPassword()
  const second = await codesShown()
  expect(second.codes.filter((code) => first.codes.includes(code))).toEqual([])
  await userEvent.click(second.dialog.getByRole('button', { name: 'I have saved them' }))
  await untilClosed()

  await userEvent.click(screen.getByRole('button', { name: 'Disable' }))
  const off = await dialogNamed('Disable two-factor authentication?')
  await write(off.getByLabelText('Password'), PASSWORD)
  await userEvent.click(off.getByRole('button', { name: 'Disable' }))
  await untilClosed()
  expect(await screen.findByText('DISABLED')).toBeVisible()
  expect(screen.queryByRole('group', { name: 'Recovery codes' })).toBeNull()
  expect(
    asked.filter(({ url }) => url.startsWith('/auth/')).map(({ method, url }) => `${method} ${url}`),
  ).toEqual([
    'GET /auth/totp/setup',
    'GET /auth/totp/setup',
    'POST /auth/totp/verify',
    'POST /auth/totp/verify',
    'POST /auth/v1/2fa-recover/create',
    'POST /auth/v1/2fa-recover/create',
    'POST /auth/totp/disable',
  ])
  const signIn = await world.request('/login_', {
    method: 'POST',
    body: { username: 'devi', password: PASSWORD },
  })
  expect(atob((await signIn.text()).split('.')[1] ?? '')).not.toContain('twoFactorRequired')
})

test('a user who does not confirm changes nothing, and is told so [TWOFA-011]', async () => {
  const { asked } = await openPage({ as: 'omar' })
  expireSignIn()
  await userEvent.click(screen.getByRole('button', { name: 'Enable two-factor authentication' }))
  const question = await dialogNamed('Confirm your identity')
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await untilClosed()
  await screen.findByText(/Nothing was changed, because your identity was not confirmed/)
  expect(asked.some(({ url }) => url === '/auth/totp/setup')).toBe(false)
  await waitFor(() => expect(screen.getByText('DISABLED')).toBeVisible())
})

test('if the platform asks for a recent sign-in, the user confirms, although the token looked recent [TWOFA-015]', async () => {
  const { world } = await openPage({ as: 'omar' })
  await world.request('/__flotilla/faults', {
    method: 'POST',
    body: { route: 'GET /auth/totp/setup', kind: 'status', status: 401, times: 1 },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Enable two-factor authentication' }))
  await confirmWithPassword()
  expect(await screen.findByRole('dialog', { name: 'Set up two-factor authentication' })).toBeVisible()
})
