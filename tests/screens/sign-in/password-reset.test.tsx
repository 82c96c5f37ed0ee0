import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { totpAt } from '../../../mocks/account/totp.ts'
import { TESS_SECRET } from '../../../mocks/worlds/accounts.ts'
import { address, aToken, findHeading, openApp, refuse } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { bodiesOf, fill, follow, emailedLink, press, signInAs } from './entry-screens.ts'

const PASSWORD = 'tidal-quilt-harbor'

async function setPassword(password: string, again = password) {
  await findHeading('Set a new password')
  await fill('New password', password)
  await fill('Repeat the new password', again)
  await press('Set password')
}

test('a user who forgot the password requests an email, and is told that it was sent [ROUTE-027, ROUTE-028, ROUTE-031, SIGNIN-015, SIGNIN-020, SIGNIN-023, SIGNIN-024, SIGNUP-006]', async () => {
  const { bodies, watch } = bodiesOf('/user/reset-password')
  const { world } = await openWorld('/login', { as: null, answer: watch })
  await findHeading('Sign in')
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/signup')
  await follow('Forgot your password?')
  await findHeading('Reset your password')
  expect(address()).toBe('/password-reset')
  await press('Send the link')
  expect(await screen.findByText('Email is required')).toBeVisible()
  await fill('Email', 'ada@')
  await press('Send the link')
  expect(await screen.findByText(/valid email address/)).toBeVisible()
  expect(bodies).toEqual([])
  await fill('Email', 'ada@flotilla.example')
  await press('Send the link')
  await findHeading('Check your email')
  expect(address()).toBe('/password-reset/success')
  expect(bodies).toEqual([{ email: 'ada@flotilla.example', 'g-recaptcha-response': 'none' }])
  expect(await emailedLink(world, 'ada@flotilla.example')).toMatch(/^\/user\/reset-password\//)

  for (let more = 0; more < 3; more++) {
    await follow('Send it again')
    await fill('Email', 'ada@flotilla.example')
    await press('Send the link')
    if (more < 2) await findHeading('Check your email')
  }
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Too many password resets were asked for\. Try again later\. Action available again at \d/,
  )
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@flotilla.example')
})

test('a configured captcha must be solved before an email is requested [SIGNIN-016]', async () => {
  const { asked } = await openApp('/password-reset', () => undefined, { captchaKey: 'site-key' })
  await findHeading('Reset your password')
  await fill('Email', 'ada@flotilla.example')
  await press('Send the link')
  expect((await screen.findByRole('alert')).textContent).toMatch(/Confirm that you are human/)
  expect(asked.some(({ url }) => url === '/user/reset-password')).toBe(false)
})

/** Requests an email through the API, and returns its link. */
const resetLink = (name: string) => async (world: Parameters<typeof emailedLink>[0]) => {
  const email = `${name}@flotilla.example`
  await world.request('/user/reset-password', {
    method: 'POST',
    body: { email, 'g-recaptcha-response': 'none' },
  })
  return emailedLink(world, email)
}

test('the email links to a new password of 8 to 64 characters, which signs in; both fields must match [ROUTE-026, SIGNIN-017, SIGNIN-018, SIGNIN-021]', async () => {
  const { bodies, watch } = bodiesOf('/user/reset-password')
  const { world } = await openWorld(resetLink('ada'), { as: null, answer: watch })
  await setPassword(PASSWORD, 'tidal-quilt-harbour')
  expect(await screen.findByText('Passwords don’t match')).toBeVisible()
  await setPassword('x7-days')
  expect(await screen.findByText('Use at least 8 characters')).toBeVisible()
  const longest = PASSWORD.padEnd(64, '-and-so-on')
  await setPassword(`${longest}!`)
  expect(await screen.findByText('Use at most 64 characters')).toBeVisible()
  expect(bodies).toEqual([])
  await setPassword(longest)
  await findHeading('Fleets')
  expect(await screen.findByText('Password changed')).toBeVisible()
  expect(bodies).toEqual([{ resetCode: expect.stringMatching(/./), password: longest }])
  const logIn = (password: string) =>
    world.request('/login_', { method: 'POST', body: { username: 'ada', password } })
  expect((await logIn(longest)).status).toBe(200)
  expect((await logIn('flotilla-demo')).status).toBe(401)
})

test('with two-factor authentication a code is required too; a wrong code and a missing one have different errors [SIGNIN-011, SIGNIN-022]', async () => {
  await openWorld(resetLink('tess'), { as: null })
  await setPassword(PASSWORD)
  expect(await screen.findByText('Enter a code from your authenticator app.')).toBeVisible()
  await fill('Authenticator code', '000000')
  await press('Set password')
  expect(await screen.findByText(/This code is invalid/)).toBeVisible()
  await fill('Authenticator code', totpAt(TESS_SECRET, Date.now()))
  await press('Set password')
  await findHeading('Fleets')
})

test.each([
  ['no good any more', async () => '/user/reset-password/guess', /invalid or was already used/],
  [
    'a week old',
    async (world: Parameters<typeof emailedLink>[0]) => {
      const link = await resetLink('ada')(world)
      world.clock.advanceTo(world.clock.now() + 7 * 86_400_000)
      return link
    },
    /has expired/,
  ],
])(
  'a link that is %s is reported, with a link to request another; the input is kept [SIGNIN-011, SIGNIN-039]',
  async (_how, link, words) => {
    await openWorld(link, { as: null })
    await setPassword(PASSWORD)
    expect((await screen.findByRole('alert')).textContent).toMatch(words)
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(PASSWORD)
    await follow('Request a new link')
    await findHeading('Reset your password')
  },
)

test('a password of more than 64 characters must be changed first [SIGNIN-014]', async () => {
  const LONG = 'x'.repeat(65)
  let wrong = true
  const { bodies, watch } = bodiesOf('/user/password')
  await openApp('/login?redirect=%2Forgs', async (request) => {
    await watch(request)
    const { pathname } = new URL(request.url)
    if (pathname === '/login_') return new Response(aToken({ id: 7 }))
    if (pathname === '/user/password') return wrong ? refuse(401) : new Response(aToken({ id: 7 }))
    return undefined
  })
  await findHeading('Sign in')
  await signInAs('ada', LONG)
  await findHeading('Choose a shorter password')
  expect(address()).toBe('/user/new-password')
  // A mismatch is shown when the field is left, not while it is typed, and goes as soon as both are equal.
  const again = () => screen.getByLabelText('Repeat the new password')
  await fill('New password', PASSWORD)
  await fill('Repeat the new password', 'other')
  expect(again()).toBeValid()
  await userEvent.tab()
  await waitFor(() => expect(again()).toBeInvalid())
  await fill('Repeat the new password', PASSWORD)
  await waitFor(() => expect(again()).toBeValid())
  await userEvent.clear(again())
  await userEvent.clear(screen.getByLabelText('New password'))
  await press('Change password')
  await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus())
  await fill('Current password', 'guess')
  await fill('New password', `${PASSWORD}?`)
  await fill('Repeat the new password', PASSWORD)
  await press('Change password')
  await waitFor(() => expect(screen.getByLabelText('Repeat the new password')).toBeInvalid())
  await fill('New password', PASSWORD)
  await waitFor(() => expect(screen.getByLabelText('Repeat the new password')).toBeValid())
  expect(bodies).toEqual([])
  await press('Change password')
  expect((await screen.findByRole('alert')).textContent).toMatch(/current password is wrong/)
  wrong = false
  await fill('Current password', LONG)
  await press('Change password')
  await waitFor(() => expect(address()).toBe('/orgs'))
  expect(bodies.at(-1)).toEqual({ currentPassword: LONG, password: PASSWORD })
})

test('in a simulated world the email can be opened with one click, and an address without an account has none', async () => {
  await openWorld('/password-reset?email=nobody@example.com', { as: null, simulated: true })
  await findHeading('Reset your password')
  await press('Send the link')
  await findHeading('Check your email')
  await press('Open the email')
  expect((await screen.findByRole('alert')).textContent).toContain('No emails to this address')
  await follow('Send it again')
  await fill('Email', 'ada@flotilla.example')
  await press('Send the link')
  await findHeading('Check your email')
  await press('Open the email')
  await waitFor(() => expect(address()).toMatch(/^\/user\/reset-password\//))
})
