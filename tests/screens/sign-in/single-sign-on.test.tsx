import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { address, findHeading, refuse } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { bodiesOf, fill, follow, press, signInAs } from './entry-screens.ts'

const aside = { simulated: true, scenario: 'sso-mismatch' } as const

/** Approves on the stand-in page of the third party. */
async function approveAs(party: string, email: string) {
  await findHeading(`Sign in with ${party}`)
  await fill('Choose an account', email)
  await press('Approve')
}

test('GitHub and Google are offered; after approval the user is signed in and the requested page opens [SIGNIN-013, ROUTE-035, SIGNIN-026, SIGNIN-027, SIGNIN-042]', async () => {
  const sent: RequestCredentials[] = []
  const { asked } = await openWorld('/login?redirect=%2Forgs', {
    as: null,
    simulated: true,
    answer: (request) => {
      if (request.url.includes('/auth/github/callback?')) sent.push(request.credentials)
      return undefined
    },
  })
  await findHeading('Sign in')
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Your organization' })).toBeVisible()
  await press('Continue with GitHub')
  await approveAs('GitHub', 'devi@flotilla.example')
  await findHeading('Organizations')
  expect(asked.filter(({ url }) => url.startsWith('/auth/github/callback?code='))).toHaveLength(1)
  expect(sent).toEqual(['include'])
})

test('linking an account that was started here ends with a word', async () => {
  await openWorld('/preferences', { as: 'ada', simulated: true })
  await press('Link GitHub')
  await approveAs('GitHub', 'newcomer@flotilla.example')
  expect(await screen.findByText('Your GitHub account is linked')).toBeVisible()
})

test('after a denial, the user is told that nothing was changed', async () => {
  await openWorld('/login', { as: null, simulated: true })
  await findHeading('Sign in')
  await press('Continue with Google')
  await findHeading('Sign in with Google')
  await press('Deny')
  expect((await screen.findByRole('alert')).textContent).toMatch(/Google did not confirm your identity/)
  expect(address()).toMatch(/^\/auth\/google\/callback\?error=access_denied/)
})

test('an error response is shown with its status [SIGNIN-040]', async () => {
  await openWorld('/auth/github/callback?code=guess', {
    as: null,
    answer: ({ url }) => (url.includes('/auth/github/callback') ? refuse(503) : undefined),
  })
  await findHeading('Sign in with the GitHub account behind this link?')
  await press('Sign in')
  expect((await screen.findByRole('alert')).textContent).toMatch(/Request error: status 503/)
  await follow('Cancel')
  await findHeading('Sign in')
})

test('enterprise sign-in requires an identifier, reports an unknown one, and redirects to the provider [SSO-001, SSO-011, SSO-012, SSO-017, ROUTE-036, ROUTE-037, ROUTE-039, SSO-008, SSO-010]', async () => {
  const sent = new Set<string>()
  const { asked } = await openWorld('/login?redirect=%2Forgs', {
    as: null,
    ...aside,
    answer: ({ url, redirect }) => {
      const { pathname } = new URL(url)
      if (/^\/auth\/saml\/(?!finalize)/.test(pathname)) sent.add(`${pathname} ${redirect}`)
      return undefined
    },
  })
  await findHeading('Sign in')
  await follow('Your organization')
  await findHeading('Sign in with your organization')
  expect(address()).toBe('/saml')
  await press('Continue')
  expect(await screen.findByText('SSO identifier is required')).toBeVisible()
  await fill('SSO identifier', 'nobody')
  await press('Continue')
  expect((await screen.findByRole('alert')).textContent).toMatch(/Unknown SSO identifier “nobody”/)
  expect(address()).toMatch(/^\/saml\?error=unknown_identifier/)
  await fill('SSO identifier', 'acme')
  await press('Continue')
  await findHeading('Sign in with acme')
  await press('Deny')
  expect((await screen.findByRole('alert')).textContent).toMatch(/did not sign you in/)
  await fill('SSO identifier', 'acme')
  await press('Continue')
  await approveAs('acme', 'sam@flotilla.example')
  await findHeading('Organizations')
  // The browser is redirected only after the platform has recognized the identifier.
  expect([...sent]).toEqual(['/auth/saml/nobody manual', '/auth/saml/acme manual', '/auth/saml/acme follow'])
  expect(asked.some(({ url }) => url === '/auth/saml/finalize')).toBe(true)
})

test('an account is linked with the signed-in user’s identity after both confirmations [SSO-002, SSO-003, SSO-006, SSO-014, ROUTE-038, SSO-009]', async () => {
  const { bodies, watch } = bodiesOf('/auth/saml/finalize')
  const { world } = await openWorld('/saml/acme', { as: null, ...aside, answer: watch })
  await approveAs('acme', 'mel@flotilla.example')
  await findHeading('Link your account')
  expect(screen.getByRole('alert').textContent).toMatch(/Sign in to your account first/)
  await follow('Sign in as mel@flotilla.example')
  await findHeading('Sign in')
  await signInAs('mel')
  await findHeading('Link your account')
  const button = await screen.findByRole('button', { name: 'Link account' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByLabelText(/I accept the terms/))
  await userEvent.click(button)
  expect(bodies).toEqual([])
  await userEvent.click(screen.getByLabelText(/API keys of this account are deleted/))
  await press('Link account')
  await findHeading('Fleets')
  expect(bodies).toEqual([{ code: expect.any(String), token: expect.any(String) }])
  const linked = "/v7/saml_account?$filter=remote_id eq 'mel@flotilla.example'"
  expect(await world.rows(linked, 'mel')).toHaveLength(1)
})

test('Olive’s identity has another address than her account: both are shown, and nothing is linked [SSO-015]', async () => {
  const { asked } = await openWorld('/saml/acme', { as: 'olive', ...aside })
  await approveAs('acme', 'olive.lindqvist@acme-logistics.example')
  await findHeading('Link your account')
  const why = screen.getByRole('alert').textContent
  expect(why).toMatch(/olive@flotilla\.example/)
  expect(why).toMatch(/olive\.lindqvist@acme-logistics\.example/)
  expect(screen.queryByRole('button', { name: 'Link account' })).toBeNull()
  expect(asked.some(({ url }) => url === '/auth/saml/finalize')).toBe(false)
})

test('Sol’s identity belongs to Sam: linking it is rejected, and Sol stays signed in [SSO-013]', async () => {
  const { world } = await openWorld('/saml/acme', { as: 'sol', ...aside })
  await approveAs('acme', 'sol@flotilla.example')
  // The page was opened by its address, so nobody is linked without a question.
  await findHeading('Link the identity provider account behind this link to sol?')
  await press('Link to sol')
  expect((await screen.findByRole('alert')).textContent).toMatch(/belongs to another account/)
  expect(address()).toBe('/saml?error=account_mismatch')
  expect(await world.rows('/v7/saml_account', 'sol')).toEqual([])
})

test('a callback without a code redirects to sign-in [SSO-016]', async () => {
  await openWorld('/saml/callback/signon', { as: null })
  await waitFor(() => expect(address()).toBe('/login'))
})

test('a merge without a code redirects to sign-in too [SSO-004, SSO-016]', async () => {
  await openWorld('/saml/callback/merge?shouldMergeWith=ada%40flotilla.example', { as: null })
  await waitFor(() => expect(address()).toBe('/login'))
})

test('a merge without the address of an account is not possible [SSO-005]', async () => {
  const { asked } = await openWorld('/saml/callback/merge?code=x', { as: 'ada' })
  await findHeading('Sign in with your organization')
  expect(address()).toBe('/saml?error=failed')
  expect(asked.some(({ url }) => url === '/auth/saml/finalize')).toBe(false)
})

test('the address of an identity matches that of the account in any case [SSO-007]', async () => {
  await openWorld('/saml/callback/merge?code=x&shouldMergeWith=ADA%40Flotilla.example', { as: 'ada' })
  await findHeading('Link your account')
  expect(await screen.findByRole('button', { name: 'Link account' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an invalid code is a failed sign-in [SSO-012, SSO-017]', async () => {
  await openWorld('/saml/callback/signon?code=guess', { as: null })
  await findHeading('Sign in with the identity provider account behind this link?')
  await press('Sign in')
  expect((await screen.findByRole('alert')).textContent).toMatch(/did not sign you in/)
  expect(address()).toBe('/saml?error=login_failed')
})

test.each(['/auth/github/callback?code=of-somebody-else', '/saml/callback/signon?code=of-somebody-else'])(
  'the answer %s of somebody else is not taken without a question: nobody is linked, and no session is replaced',
  async (path) => {
    const { asked } = await openWorld(path, { as: 'ada' })
    await findHeading(/^Link the .* account behind this link to ada\?$/)
    await follow('Cancel')
    await findHeading('Fleets')
    expect(asked.filter(({ url }) => /callback\?|finalize/.test(url))).toEqual([])
  },
)

test.each(['/auth/google/callback?code=of-somebody-else', '/saml/callback/signon?code=of-somebody-else'])(
  'the answer %s signs nobody in as somebody else without a question',
  async (path) => {
    const { asked } = await openWorld(path, { as: null })
    await findHeading(/^Sign in with the .* account behind this link\?$/)
    expect(asked.filter(({ url }) => /callback\?|finalize/.test(url))).toEqual([])
    await follow('Cancel')
    await findHeading('Sign in')
  },
)
