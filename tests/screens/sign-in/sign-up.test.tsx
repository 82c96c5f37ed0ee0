import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { address, aToken, findHeading, json, storeToken, openApp, refuse, TOKEN_KEY } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { bodiesOf, fill, follow, emailsTo, emailedLink, press, signInAs } from './entry-screens.ts'

const NORA = 'nora@example.com'
const PASSWORD = 'tidal-quilt-harbor'

async function fillSignUp() {
  await findHeading('Create your account')
  await fill('Email', NORA)
  await fill('Password', PASSWORD)
}

async function fillProfile() {
  await findHeading('Complete your profile')
  await fill('First name', 'Nora')
  await fill('Last name', 'Noor')
  await fill('Company', 'Noor & Co')
  await userEvent.click(screen.getByLabelText('Personal'))
}

/** Navigates to a path like a link in an email. */
async function goTo(path: string) {
  await act(async () => {
    window.history.pushState(null, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
}

test('a user signs up, waits for the email, verifies the address and fills in the profile, then the requested page opens [SIGNUP-001, SIGNUP-003, SIGNUP-010, SIGNUP-012, ROUTE-021, ROUTE-022, ROUTE-023, ROUTE-024, ROUTE-025, SIGNUP-007, SIGNUP-013, SIGNUP-017, SIGNIN-008, SIGNIN-029]', async () => {
  const { bodies, watch } = bodiesOf('/user/register')
  const { world, asked } = await openWorld(`/signup?email=${NORA}&redirect=%2Forgs`, {
    as: null,
    answer: watch,
  })
  await findHeading('Create your account')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(NORA)
  await fill('Password', PASSWORD)
  expect(await screen.findByText('Strong')).toBeVisible()
  const strength = screen.getByRole('meter', { name: 'Password strength' })
  expect(strength).toHaveAttribute('aria-valuetext', 'Strong')
  expect(strength).toHaveAttribute('aria-valuenow', strength.getAttribute('aria-valuemax') ?? '')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Send me news about the product' }))
  await press('Create account')

  await findHeading('Verify your email')
  expect(address()).toBe('/user/verify-email/pending')
  expect(screen.getByText(/nora@example\.com/)).toBeVisible()
  expect(bodies).toEqual([
    { email: NORA, password: PASSWORD, 'g-recaptcha-response': 'none', has_disabled_newsletter: false },
  ])
  await press('Send the link again')
  expect(await screen.findByText(/A new link was sent/, { ignore: '.visually-hidden' })).toBeVisible()
  expect(await emailsTo(world, NORA)).toHaveLength(2)
  expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(1)

  await goTo(await emailedLink(world, NORA))
  expect(await screen.findByText('Your email is verified')).toBeVisible()
  await fillProfile()
  await press('Save and continue')
  await findHeading('Organizations')
  expect(address()).toBe('/orgs')
  const [profile] = await world.rows(`/v7/user_profile?$filter=email eq '${NORA}'`, 'pat')
  expect(profile).toMatchObject({ first_name: 'Nora', company: 'Noor & Co', account_type: 'personal' })
  const sent = asked.filter(({ method, url }) => method !== 'GET' && url !== '/user/register')
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    expect.stringMatching(/^PATCH \/v7\/user\(\d+\)$/),
    'POST /user/v1/verify-email',
    'PATCH /user/profile',
  ])
})

test('without required verification the profile is next, then the start page with a reminder of the email [SIGNUP-002, SIGNUP-004, SIGNIN-008, SIGNIN-009]', async () => {
  await openWorld('/signup', {
    as: null,
    change: (url, rows) =>
      url.includes('/v7/user_profile') ? rows.map((row) => ({ ...row, must_be_verified: false })) : rows,
  })
  await fillSignUp()
  await press('Create account')
  await fillProfile()
  expect(address()).toBe('/signup/profile')
  await press('Save and continue')
  await findHeading('Fleets')
  expect(address()).toBe('/fleets')
  expect(await screen.findByText(`Your email ${NORA} is not verified yet.`)).toBeVisible()
  await press('Send a link')
  expect(await screen.findByText(/A new link was sent/, { ignore: '.visually-hidden' })).toBeVisible()
})

test('email and password are required before anything is sent, and a taken address is shown in its field [SIGNUP-005, SIGNUP-006, SIGNUP-007, SIGNUP-008, SIGNUP-009, SIGNUP-018, ROUTE-023]', async () => {
  const { asked } = await openWorld('/signup?email=nonsense&saml_error=No+account', { as: null })
  await findHeading('Create your account')
  expect(screen.getByRole('alert').textContent).toMatch(/could not sign you in: No account/)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('')
  await press('Create account')
  expect(await screen.findByText('Email is required')).toBeVisible()
  expect(screen.getByText('Password is required')).toBeVisible()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
  await fill('Email', 'ada@flotilla')
  await press('Create account')
  expect(await screen.findByText(/valid email address/)).toBeVisible()
  await fill('Email', 'ada@flotilla.example')
  await fill('Password', 'x7-days')
  expect(await screen.findByText('Use at least 8 characters')).toBeVisible()
  await fill('Password', PASSWORD.padEnd(65, '-'))
  await press('Create account')
  expect(await screen.findByText('Use at most 64 characters')).toBeVisible()
  expect(asked.some(({ url }) => url === '/user/register')).toBe(false)
  await fill('Password', PASSWORD)
  await press('Create account')
  expect(await screen.findByText(/This email is already in use/)).toBeVisible()
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(PASSWORD)
})

test('a configured captcha must be solved before anything is sent [SIGNUP-011]', async () => {
  const { asked } = await openApp('/signup', () => undefined, { captchaKey: 'site-key' })
  await fillSignUp()
  await press('Create account')
  expect(await screen.findByRole('group', { name: 'Confirm that you are human' })).toBeVisible()
  expect((await screen.findByRole('alert')).textContent).toMatch(/Confirm that you are human/)
  expect(asked.some(({ url }) => url === '/user/register')).toBe(false)

  const { render } = await answerCaptcha('a-person')
  expect(render).toBe('site-key')
  await press('Create account')
  await waitFor(() => expect(asked.some(({ url }) => url === '/user/register')).toBe(true))
})

/** Mocks the captcha script: renders its widget and solves it. */
async function answerCaptcha(response: string) {
  let render = ''
  window.grecaptcha = {
    render(_place, { sitekey, callback }) {
      render = sitekey
      callback(response)
      return 0
    },
    reset() {},
  }
  await act(async () => window.flotillaCaptchaReady?.())
  return { render }
}

test('while the next page is determined after sign-up, no second account can be requested', async () => {
  const profile = Promise.withResolvers<Response>()
  const { asked } = await openApp('/signup', ({ url }) => {
    if (url.endsWith('/user/register')) return new Response(aToken({ id: 7 }))
    return url.includes('/v7/user_profile') ? profile.promise.then((answer) => answer.clone()) : undefined
  })
  await fillSignUp()
  await press('Create account')
  await waitFor(() => expect(asked.some(({ url }) => url.startsWith('/v7/user_profile'))).toBe(true))
  await press('Creating your account')
  profile.resolve(json({ d: [{ email: NORA, is_verified: true, must_be_verified: true }] }))
  await findHeading('Complete your profile')
  expect(asked.filter(({ url }) => url === '/user/register')).toHaveLength(1)
})

test('all fields of a profile are required, and if the platform cannot save it, the input is kept [SIGNUP-014, SIGNUP-015, SIGNUP-019]', async () => {
  let broken = true
  const { asked } = await openWorld('/signup/profile', {
    as: 'ada',
    change: (url, rows) =>
      url.includes('/v7/user_profile')
        ? rows.map((row) => ({
            ...row,
            first_name: null,
            last_name: null,
            company: null,
            account_type: null,
          }))
        : rows,
    answer: ({ url }) => (broken && url.endsWith('/user/profile') ? refuse(500) : undefined),
  })
  await findHeading('Complete your profile')
  await press('Save and continue')
  for (const name of ['First name', 'Last name', 'Company', 'Type of account']) {
    expect(await screen.findByText(`${name} is required`)).toBeVisible()
  }
  expect(asked.some(({ url }) => url === '/user/profile')).toBe(false)
  await fillProfile()
  await press('Save and continue')
  expect((await screen.findByText(/Failed to save profile/)).textContent).toMatch(/try again later/)
  expect(screen.getByLabelText<HTMLInputElement>('Company').value).toBe('Noor & Co')
  broken = false
  await press('Save and continue')
  await findHeading('Fleets')
})

test('a user who must verify the address can open no other page before, and returns there afterwards [ROUTE-010, SIGNIN-019, SIGNIN-035, SIGNIN-036, SIGNIN-037, SIGNIN-038]', async () => {
  const { world, asked } = await openWorld('/orgs', { as: null })
  await findHeading('Sign in')
  await signInAs('una')
  await findHeading('Verify your email')
  expect(address()).toBe('/user/verify-email/pending')

  await goTo('/user/verify-email/only-a-token')
  expect(await screen.findByText('Email verification error')).toBeVisible()
  await waitFor(() => expect(address()).toBe('/user/verify-email/pending'))
  expect(asked.some(({ url }) => url.endsWith('/verify-email'))).toBe(false)
  await goTo('/user/verify-email/guess/una%40flotilla.example')
  expect(await screen.findByText('There was an issue with verifying your email')).toBeVisible()
  expect(screen.getByText(/The verification link is invalid or has expired/)).toBeVisible()
  await waitFor(() => expect(address()).toBe('/user/verify-email/pending'))

  await press('Send the link again')
  await screen.findByText(/A new link was sent/, { ignore: '.visually-hidden' })
  await goTo(await emailedLink(world, 'una@flotilla.example'))
  await fillProfile()
  await press('Save and continue')
  await waitFor(() => expect(address()).toBe('/orgs'))
})

test('a verification link of another account asks before it switches the session', async () => {
  const { world, asked } = await openWorld('/signup', { as: null })
  await fillSignUp()
  await press('Create account')
  await findHeading('Verify your email')
  const link = await emailedLink(world, NORA)
  await press('Sign out')
  await findHeading('Sign in')
  await signInAs('ada')
  await findHeading('Fleets')
  const before = localStorage.getItem(TOKEN_KEY)

  await goTo(link)
  await findHeading(`Verify ${NORA}?`)
  expect(
    screen.getByText(/^You are signed in as ada, and this link is for nora@example\.com\./),
  ).toBeVisible()
  expect(asked.some(({ url }) => url === '/user/v1/verify-email')).toBe(false)
  await follow('Stay signed in as ada')
  await findHeading('Fleets')
  expect(localStorage.getItem(TOKEN_KEY)).toBe(before)

  await goTo(link)
  await findHeading(`Verify ${NORA}?`)
  await press('Verify and switch accounts')
  expect(await screen.findByText('Your email is verified')).toBeVisible()
  await findHeading('Complete your profile')
  expect(localStorage.getItem(TOKEN_KEY)).not.toBe(before)
})

test('an email is requested once, even with quick clicks; a failure is shown and can be retried [SIGNIN-010, SIGNIN-030]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  let broken = true
  const sentAt: number[] = []
  storeToken()
  await openApp('/user/verify-email/pending', ({ url, method }) => {
    if (url.includes('/v7/user_profile')) {
      return json({ d: [{ email: NORA, is_verified: false, must_be_verified: true }] })
    }
    if (method !== 'PATCH') return undefined
    sentAt.push(Date.now())
    return broken ? refuse(500) : new Response('')
  })
  await findHeading('Verify your email')
  const again = screen.getByRole('button', { name: 'Send the link again' })
  expect(again).not.toHaveAttribute('aria-busy')
  await person.click(again)
  const pressedAt = Date.now()
  await waitFor(() => expect(again).toHaveAttribute('aria-busy', 'true'))
  await person.click(again)
  expect(await screen.findByText('The link could not be sent.')).toBeVisible()
  expect(sentAt).toHaveLength(1)
  expect((sentAt[0] ?? 0) - pressedAt).toBeGreaterThanOrEqual(280)
  expect((sentAt[0] ?? 0) - pressedAt).toBeLessThan(600)
  broken = false
  await person.click(again)
  expect(await screen.findByText(/A new link was sent/, { ignore: '.visually-hidden' })).toBeVisible()
  await press('Sign out')
  await findHeading('Sign in')
})

test('the invitation in the URL is accepted with the sign-up [SIGNUP-016]', async () => {
  const { bodies, watch } = bodiesOf('/user/register')
  let token = ''
  const { world } = await openWorld(
    async (cloud) => {
      const [organization] = await cloud.rows(
        "/v7/organization?$select=id&$filter=handle eq 'acme_logistics'",
        'ada',
      )
      const body = { is_invited_to__organization: organization?.id, invitee: NORA }
      await cloud.request('/v7/organization_invite', { as: 'ada', method: 'POST', body })
      const link = await emailedLink(cloud, NORA)
      token = link.split('/').at(-1) ?? ''
      return link
    },
    { as: null, answer: watch },
  )
  await findHeading('Sign in')
  // The invitation is named already here, with its address.
  expect(screen.getByText(/^You are invited to Acme Logistics\. Sign in, or create an account/)).toBeVisible()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(NORA)
  await follow('Create an account')
  await findHeading('Create your account')
  expect(screen.getByText(/You are invited to Acme Logistics/)).toBeVisible()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(NORA)
  await fillSignUp()
  await press('Create account')
  expect(await screen.findByText('You are now a member of Acme Logistics')).toBeVisible()
  await fillProfile()
  await press('Save and continue')
  await findHeading('Organizations')
  expect(bodies).toMatchObject([{ invitationType: 'organization', invitationToken: token }])
  expect(
    await world.rows(`/v7/organization_membership?$filter=user/any(u:u/username eq 'nora')`, 'ada'),
  ).not.toEqual([])
})

test('an invitation is not used for a sign-up with another address, and the form says so', async () => {
  const { world } = await openWorld(
    async (cloud) => {
      const body = { is_invited_to__organization: 1, invitee: 'nils@example.com' }
      await cloud.request('/v7/organization_invite', { as: 'ada', method: 'POST', body })
      return emailedLink(cloud, 'nils@example.com')
    },
    { as: null },
  )
  await findHeading('Sign in')
  await follow('Create an account')
  await fillSignUp()
  await press('Create account')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The invitation was sent to another email address',
  )
  expect(await world.rows(`/v7/user_profile?$filter=email eq '${NORA}'`, 'pat')).toEqual([])
})

test('in a simulated world the email can be opened with one click', async () => {
  await openWorld('/signup', { as: null, simulated: true })
  await fillSignUp()
  await press('Create account')
  await findHeading('Verify your email')
  await press('Open the email')
  expect(await screen.findByText('Your email is verified')).toBeVisible()
  await findHeading('Complete your profile')
})

test('a real platform has no mailbox to open', async () => {
  await openWorld('/signup', { as: null })
  await fillSignUp()
  await press('Create account')
  await findHeading('Verify your email')
  expect(screen.queryByRole('button', { name: 'Open the email' })).toBeNull()
})
