import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { totpAt } from '../../../mocks/account/totp.ts'
import { TESS_SECRET } from '../../../mocks/worlds/accounts.ts'
import { signInText } from '../../../src/messages/sign-in/sign-in.ts'
import { address, aToken, findHeading, storeToken, openApp, refuse, TOKEN_KEY } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { bodiesOf, fill, follow, press, signInAs } from './entry-screens.ts'

async function fillAndSubmit(password = 'flotilla-demo') {
  await userEvent.type(screen.getByLabelText('Email'), 'ada@flotilla.example')
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('a signed-out user is redirected to sign-in, and the requested URL is kept [ROUTE-004, ROUTE-005, ROUTE-029]', async () => {
  await openApp('/nowhere/at-all?view=table')
  await findHeading('Sign in')
  expect(address()).toBe('/login?redirect=%2Fnowhere%2Fat-all%3Fview%3Dtable')
})

test('following a link to sign-in focuses its heading, opening it directly does not', async () => {
  await openApp('/login')
  const heading = await findHeading(signInText.title)
  expect(document.body).toHaveFocus()
  await follow(signInText.createAccount)
  await waitFor(() => expect(heading).not.toBeInTheDocument())
  await follow(signInText.title)
  const again = await findHeading(signInText.title)
  await waitFor(() => expect(again).toHaveFocus())
})

test('without a session, no data is requested for a page that requires one', async () => {
  const { asked } = await openApp('/fleets')
  await findHeading('Sign in')
  expect(asked.filter(({ url }) => url.startsWith('/v7/') || url.startsWith('/actor/'))).toEqual([])
})

test('signing in by email and password starts a session and opens the requested page [ROUTE-007, ROUTE-030, SIGNIN-002, SIGNIN-012, SIGNIN-028]', async () => {
  let sent: unknown
  const { asked } = await openApp('/login?redirect=%2Fnowhere%3Fa%3D1', (request) =>
    new URL(request.url).pathname === '/login_'
      ? request.json().then((body: unknown) => {
          sent = body
          return new Response(aToken({ id: 7 }))
        })
      : undefined,
  )
  await findHeading('Sign in')
  await fillAndSubmit()
  await findHeading('Page not found')
  expect(address()).toBe('/nowhere?a=1')
  expect(sent).toEqual({ username: 'ada@flotilla.example', password: 'flotilla-demo' })
  expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull()
  expect(asked.find(({ url }) => url === '/login_')?.headers.has('authorization')).toBe(false)
})

test('a requested page stored earlier is used without the parameter [ROUTE-006]', async () => {
  sessionStorage.setItem('flotilla:return-url', '/kept/place')
  await openApp('/login')
  await findHeading('Sign in')
  await fillAndSubmit()
  await waitFor(() => expect(address()).toBe('/kept/place'))
})

test('without a requested page, sign-in opens the start page, which redirects to the fleets [ROUTE-001, ROUTE-008]', async () => {
  await openApp('/login')
  await findHeading('Sign in')
  await fillAndSubmit()
  await waitFor(() => expect(address()).toBe('/fleets'))
})

test('never redirects to another site', async () => {
  await openApp('/login?redirect=https%3A%2F%2Felsewhere.example%2F')
  await findHeading('Sign in')
  await fillAndSubmit()
  await waitFor(() => expect(address()).toBe('/fleets'))
})

test('a signed-in user who opens the sign-in page is redirected to the start page [ROUTE-011]', async () => {
  storeToken()
  await openApp('/login')
  await waitFor(() => expect(address()).toBe('/fleets'))
})

test('a wrong password is shown in the form, which keeps the email', async () => {
  await openApp('/login', (request) => (request.url.endsWith('/login_') ? refuse(401) : undefined))
  await findHeading('Sign in')
  await fillAndSubmit('wrong')
  const problem = await screen.findByRole('alert')
  expect(problem.textContent).toContain('Invalid login credentials')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@flotilla.example')
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})

test.each([
  ['the time from which it works again', { 'retry-after': '3600' }, /available again at \d/],
  ['no time where none is known [ERR-027]', {}, /Try again shortly/],
])('too many attempts show %s', async (_what, headers, words) => {
  await openApp('/login', (request) => (request.url.endsWith('/login_') ? refuse(429, headers) : undefined))
  await findHeading('Sign in')
  await fillAndSubmit()
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
})

test('an unreachable platform is shown in the form', async () => {
  await openApp('/login', (request) =>
    request.url.endsWith('/login_') ? Promise.reject(new TypeError('Failed to fetch')) : undefined,
  )
  await findHeading('Sign in')
  await fillAndSubmit()
  expect((await screen.findByRole('alert')).textContent).toMatch(/cannot be reached/)
})

test('an invalid email is not sent', async () => {
  const { asked } = await openApp('/login')
  await findHeading('Sign in')
  await userEvent.type(screen.getByLabelText('Email'), 'ada')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText(/valid email address/)).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  expect(asked.some(({ url }) => url === '/login_')).toBe(false)
})

test('the password can be shown and hidden', async () => {
  await openApp('/login')
  await findHeading('Sign in')
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  expect(field.type).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field.type).toBe('text')
  expect(field.autocomplete).toBe('current-password')
})

test('an expired token signs the user out with a notice [SIGNIN-033]', async () => {
  storeToken({ exp: 1 })
  await openApp('/nowhere')
  await findHeading('Sign in')
  expect(within(screen.getByRole('main')).getByText(/Your authentication token has expired/)).toBeTruthy()
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})

test('a session that the platform rejects ends with a notice and can be continued after sign-in [SIGNIN-032, ERR-003]', async () => {
  storeToken()
  await openApp('/nowhere', ({ url }) => (url.includes('/actor/v1/whoami') ? refuse(401) : undefined))
  await findHeading('Sign in')
  expect(within(screen.getByRole('main')).getByText(/Your session has expired/)).toBeTruthy()
  expect(address()).toBe('/login?redirect=%2Fnowhere&ended=invalid')
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})

test('a user with two-factor authentication enters a code or a recovery code, and the requested page opens [ROUTE-009, ROUTE-032, SIGNIN-001, SIGNIN-003, TWOFA-002, TWOFA-003, TWOFA-016, TWOFA-017, TWOFA-018, TWOFA-023]', async () => {
  const { bodies, watch } = bodiesOf('/auth/v1/2fa-recover/verify')
  const { asked } = await openWorld('/orgs', { as: null, scenario: 'two-factor-pending', answer: watch })
  await findHeading('Sign in')
  await signInAs('tess')
  await findHeading('Two-factor authentication')
  expect(address()).toBe('/login/two-factor')
  const code = screen.getByLabelText('Code')
  expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'numeric',
  ])
  await fill('Code', '000000')
  expect((await screen.findByRole('alert')).textContent).toMatch(/invalid/)
  await press('Use a recovery code')
  await fill('Recovery code', 'tess9-99999')
  await press('Continue')
  expect(await screen.findByText(/recovery code is invalid/)).toBeVisible()
  // Until then, no data of the platform is requested.
  expect(asked.some(({ url }) => url.startsWith('/v7/'))).toBe(false)
  await press('Use an authenticator code')
  // Submitted automatically.
  await fill('Code', totpAt(TESS_SECRET, Date.now()))
  await findHeading('Organizations')
  expect(address()).toBe('/orgs')
  expect(asked.filter(({ url }) => url.endsWith('/totp/verify'))).toHaveLength(2)
  expect(bodies).toEqual([{ code: 'tess9-99999' }])
})

test('after a recovery code was used, the user is told how many are left', async () => {
  await openWorld('/orgs', { as: null, scenario: 'two-factor-pending' })
  await findHeading('Sign in')
  await signInAs('tess')
  await findHeading('Two-factor authentication')
  await press('Use a recovery code')
  await fill('Recovery code', 'tess1-00001')
  await press('Continue')
  await findHeading('Organizations')
  expect(await screen.findByText('You have 2 recovery codes left')).toBeVisible()
  expect(screen.getByText(/^Create new ones in your preferences/)).toBeVisible()
})

test('a user without a code can sign out [ROUTE-009]', async () => {
  storeToken({ twoFactorRequired: true })
  await openApp('/fleets')
  await findHeading('Two-factor authentication')
  expect(address()).toBe('/login/two-factor')
  await press('Sign out')
  await findHeading('Sign in')
})

test('the page of the second step is only for users with a pending second factor', async () => {
  storeToken()
  await openApp('/login/two-factor')
  await waitFor(() => expect(address()).toBe('/fleets'))
})
