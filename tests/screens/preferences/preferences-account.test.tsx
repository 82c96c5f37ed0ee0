import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { browserNavigation } from '../../../src/lib/external-navigation.ts'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { setting } from '../fleets/settings-screens.ts'
import { address, findHeading, json, TOKEN_KEY } from '../open-app.tsx'
import { openWorld, readable } from '../open-world.tsx'
import { reasonOf, write } from '../variables/variable-screens.ts'
import { findMessage, PASSWORD, profileWith } from './preferences-screens.ts'

afterEach(() => void vi.restoreAllMocks())

const openDetails = async (
  options: Parameters<typeof openWorld>[1] = {},
  prepare: (world: TestCloud) => Promise<void> = async () => {},
) => {
  const opened = await openWorld(async (world) => {
    await prepare(world)
    return '/preferences'
  }, options)
  await findHeading('Account details')
  return opened
}

const sentBodies = () => {
  const bodies: { path: string; body: unknown }[] = []
  const answer = async (request: Request) => {
    if (request.method === 'GET') return undefined
    const text = await request.clone().text()
    bodies.push({
      path: `${request.method} ${new URL(request.url).pathname}`,
      body: text === '' ? null : JSON.parse(text),
    })
    return undefined
  }
  return { bodies, answer }
}

test('the details are the first tab: the username to copy, linked accounts, email, password, and the danger zone [ROUTE-048, PREF-001, PREF-002, PREF-006, PREF-037]', async () => {
  const outside = vi.spyOn(browserNavigation, 'goTo').mockImplementation(() => {})
  const { newRequests } = await openDetails({ as: 'devi' })
  expect(newRequests().join('\n')).toContain('owns__social_service_account($select=provider,display_name)')
  expect(address()).toBe('/preferences/details')
  const username = await setting('Username')
  expect(username.getByText('devi')).toBeVisible()
  expect(username.getByRole('button', { name: 'Copy Username' })).toBeVisible()
  expect((await setting('GitHub')).getByText('Linked as devi')).toBeVisible()
  const google = await setting('Google')
  expect(google.getByText('Not linked')).toBeVisible()
  await userEvent.click(google.getByRole('button', { name: 'Link Google' }))
  expect(outside.mock.calls[0]?.[0]).toMatch(/\/auth\/google\?redirect_uri=.*%2Fauth%2Fgoogle%2Fcallback$/)
  expect((await setting('Email')).getByRole('button', { name: 'Change email' })).toBeVisible()
  expect((await setting('Password')).getByRole('button', { name: 'Change password' })).toBeVisible()
  const danger = within(screen.getByRole('region', { name: 'Danger zone' }))
  expect(danger.getByRole('button', { name: 'Delete account' })).toBeVisible()
  expect(danger.getByRole('button', { name: 'Log me out from other sessions' })).toBeVisible()
})

test('the email is changed with the password, the same email closes the dialog, and the session’s token is renewed [PREF-003, PREF-012, PREF-014, PREF-015, PREF-025, PREF-026, PREF-034, SIGNUP-006]', async () => {
  const { bodies, answer } = sentBodies()
  const { asked } = await openDetails({ as: 'olive', answer })
  const open = async () => {
    await userEvent.click((await setting('Email')).getByRole('button', { name: 'Change email' }))
    return dialogNamed('Change email')
  }
  let dialog = await open()
  await write(dialog.getByLabelText('New email'), 'Olive@flotilla.example')
  expect(reasonOf(dialog.getByRole('button', { name: 'Change email' }))).toBe('Enter your password.')
  await write(dialog.getByLabelText('Current password'), PASSWORD)
  await userEvent.click(dialog.getByRole('button', { name: 'Change email' }))
  await untilClosed()
  expect(bodies).toEqual([])

  dialog = await open()
  await write(dialog.getByLabelText('Current password'), 'a guess')
  await write(dialog.getByLabelText('New email'), 'olive@')
  expect(reasonOf(dialog.getByRole('button', { name: 'Change email' }))).toMatch(/valid email address/)
  await write(dialog.getByLabelText('New email'), 'example.com')
  await userEvent.click(dialog.getByRole('button', { name: 'Change email' }))
  await dialog.findByText('The password is wrong.')
  await userEvent.clear(dialog.getByLabelText('Current password'))
  await write(dialog.getByLabelText('Current password'), PASSWORD)
  const before = asked.length
  await userEvent.click(dialog.getByRole('button', { name: 'Change email' }))
  await untilClosed()
  await findMessage('Your email is now olive@example.com')
  expect(bodies.at(-1)).toEqual({
    path: 'PATCH /user/email',
    body: { email: 'olive@example.com', password: PASSWORD },
  })
  expect(
    asked.slice(before).some(({ method, url }) => method === 'GET' && url === '/user/v1/refresh-token'),
  ).toBe(true)
  expect(await (await setting('Email')).findByText('olive@example.com')).toBeVisible()
})

test('an email that must be verified is shown as pending [PREF-013]', async () => {
  await openDetails({
    as: 'olive',
    answer: (request) => (request.url.endsWith('/user/email') ? new Response('') : undefined),
  })
  await userEvent.click((await setting('Email')).getByRole('button', { name: 'Change email' }))
  const dialog = await dialogNamed('Change email')
  await write(dialog.getByLabelText('New email'), 'olive@example.com')
  await write(dialog.getByLabelText('Current password'), PASSWORD)
  await userEvent.click(dialog.getByRole('button', { name: 'Change email' }))
  await findMessage(/We sent an email to olive@example.com/)
  expect((await setting('Email')).getByText('olive@flotilla.example')).toBeVisible()
})

test('the password is changed with the current one and a confirmation [PREF-004, PREF-028, PREF-029, PREF-030, PREF-035]', async () => {
  const { bodies, answer } = sentBodies()
  const { world } = await openDetails({ as: 'mel', answer })
  await userEvent.click((await setting('Password')).getByRole('button', { name: 'Change password' }))
  const dialog = await dialogNamed('Change password')
  const submit = () => dialog.getByRole('button', { name: 'Change password' })
  await write(dialog.getByLabelText('New password'), 'correct-horse')
  await write(dialog.getByLabelText('Repeat the new password'), 'correct-house')
  // Once the field is left; while it is typed, it cannot match yet.
  expect(dialog.queryByRole('alert')).toBeNull()
  await userEvent.tab()
  expect((await dialog.findByRole('alert')).textContent).toBe('Passwords don’t match')
  expect(reasonOf(submit())).toBe('Enter your password.')
  await write(dialog.getByLabelText('Current password'), PASSWORD)
  expect(reasonOf(submit())).toBe('Passwords don’t match')
  const both = async (password: string) => {
    for (const field of ['New password', 'Repeat the new password']) {
      await userEvent.clear(dialog.getByLabelText(field))
      await write(dialog.getByLabelText(field), password)
    }
  }
  await both('7-signs')
  expect(reasonOf(submit())).toBe('Use at least 8 characters')
  await both('x'.repeat(65))
  expect(reasonOf(submit())).toBe('Use at most 64 characters')
  await userEvent.click(submit())
  expect(bodies).toEqual([])
  for (const password of ['x'.repeat(64), '8-signs!', 'correct-horse']) {
    await both(password)
    expect(reasonOf(submit())).toBeUndefined()
  }
  await userEvent.click(submit())
  await untilClosed()
  await findMessage('Password changed')
  expect(bodies).toEqual([
    {
      path: 'PATCH /user/password',
      body: { currentPassword: PASSWORD, password: 'correct-horse' },
    },
  ])
  const signIn = await world.request('/login_', {
    method: 'POST',
    body: { username: 'mel', password: 'correct-horse' },
  })
  expect(signIn.status).toBe(200)
})

test('a user without a password sets one: with the email first, without a current password [PREF-003, PREF-004, PREF-027, PREF-030, PREF-032]', async () => {
  const { bodies, answer } = sentBodies()
  await openDetails({
    as: 'sol',
    answer: async (request) => {
      await answer(request)
      if (/\/user\/(email|password)$/.test(request.url)) return new Response(localStorage.getItem(TOKEN_KEY))
      return undefined
    },
    change: profileWith({ email: 'sol@flotilla.example', has_password_set: false }),
  })
  await userEvent.click((await setting('Password')).getByRole('button', { name: 'Set password' }))
  const own = await dialogNamed('Set password')
  expect(own.queryByLabelText('Current password')).toBeNull()
  await userEvent.click(own.getByRole('button', { name: 'Cancel' }))
  await untilClosed()

  await userEvent.click((await setting('Email')).getByRole('button', { name: 'Change email' }))
  const dialog = await dialogNamed('Change email')
  await write(dialog.getByLabelText('New email'), 'sol@example.com')
  await write(dialog.getByLabelText('New password'), 'correct-horse')
  await write(dialog.getByLabelText('Repeat the new password'), 'correct-horse')
  await userEvent.click(dialog.getByRole('button', { name: 'Change email' }))
  await untilClosed()
  expect(bodies).toEqual([
    { path: 'PATCH /user/password', body: { currentPassword: null, password: 'correct-horse' } },
    { path: 'PATCH /user/email', body: { email: 'sol@example.com', password: 'correct-horse' } },
  ])

  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  const deletion = await dialogNamed('Delete your account?')
  expect(deletion.getAllByText(/Set a password first/).length).toBeGreaterThan(0)
  // He is not the only administrator of any organization.
  expect(deletion.queryByText('Delete organizations')).toBeNull()
  expect(reasonOf(deletion.getByRole('button', { name: 'Delete account' }))).toMatch(/Set a password first/)
})

test('without email and password there is no row for the password, and the email is set [PREF-003, PREF-005]', async () => {
  await openDetails({ as: 'sol', change: profileWith({ email: null, has_password_set: false }) })
  expect((await setting('Email')).getByRole('button', { name: 'Set email' })).toBeVisible()
  expect(screen.queryByRole('group', { name: 'Password' })).toBeNull()
})

test('other sessions are ended, and a failure shows a warning [PREF-006, PREF-041, PREF-036]', async () => {
  const { bodies, answer } = sentBodies()
  const { world } = await openDetails({ as: 'mel', answer })
  await world.request('/__flotilla/faults', {
    method: 'POST',
    body: { route: 'POST /user/v1/logout-others', kind: 'status', status: 500, times: 1 },
  })
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Log me out from other sessions' }))
  await press()
  await findMessage(/Other sessions could not be signed out/)
  const other = await tokenOf(world, 'mel')
  await press()
  await findMessage('Other sessions signed out')
  expect(bodies.map(({ path }) => path)).toEqual(Array(2).fill('POST /user/v1/logout-others'))
  const whoami = (credential: string) => world.request('/actor/v1/whoami', { as: { credential } })
  expect((await whoami(other)).status).toBe(401)
  expect((await whoami(localStorage.getItem(TOKEN_KEY) ?? '')).status).toBe(200)
})

test('enterprise sign-in is enabled with the identifier of an organization, which must exist [SSO-020]', async () => {
  const outside = vi.spyOn(browserNavigation, 'goTo').mockImplementation(() => {})
  await openDetails({ as: 'olive' })
  const row = await setting('Single sign-on')
  expect(row.getByText('Not enabled')).toBeVisible()
  await userEvent.click(row.getByRole('button', { name: 'Enable' }))
  const dialog = await dialogNamed('Merge with an enterprise account')
  expect(dialog.getByText(/must be olive@flotilla.example/)).toBeVisible()
  await write(dialog.getByLabelText('SSO identifier'), 'nowhere')
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  await dialog.findByText('There is no identity provider called nowhere.')
  expect(outside).not.toHaveBeenCalled()
  await userEvent.clear(dialog.getByLabelText('SSO identifier'))
  await write(dialog.getByLabelText('SSO identifier'), 'acme')
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(outside.mock.calls[0]?.[0]).toContain('/auth/saml/acme?redirect_uri='))
})

test('without SAML there is nothing to enable [SSO-018]', async () => {
  await openDetails({
    as: 'olive',
    answer: ({ url }) =>
      url.endsWith('/config') ? json({ supportedSocialProviders: ['github'] }) : undefined,
  })
  await setting('GitHub')
  expect(screen.queryByRole('region', { name: 'Enterprise SSO' })).toBeNull()
})

test('an account is deleted step by step, with the organizations that nobody else administers, and signed out after 2 s [PREF-016, PREF-017, PREF-018, PREF-019, PREF-020, PREF-021, PREF-022, PREF-023, PREF-024, PREF-031, PREF-039]', async () => {
  const { bodies, answer } = sentBodies()
  let deletedAt = 0
  const { world } = await openDetails(
    {
      as: 'olive',
      answer(request) {
        if (request.method === 'DELETE' && request.url.includes('/v7/user(')) deletedAt = performance.now()
        return answer(request)
      },
    },
    ownOrganizations,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = await dialogNamed('Delete your account?')
  expect(dialog.getByText('Olive pays: 0 fleets, apps and blocks and 0 devices')).toBeVisible()
  expect(dialog.getByText('Olive tries: 1 fleet, app or block and 0 devices')).toBeVisible()
  expect(dialog.getByText(/^Your API keys and access tokens stop working/)).toBeVisible()
  const submit = () => dialog.getByRole('button', { name: 'Delete account' })
  expect(reasonOf(submit())).toBe('Enter your password.')
  const steps = dialog.getByRole('list', { name: 'Steps' })
  expect(within(steps).getAllByText('Pending')).toHaveLength(4)

  bodies.length = 0
  await write(dialog.getByLabelText('Password'), 'a guess')
  await userEvent.click(submit())
  await dialog.findByText('The password is wrong. Nothing was deleted.')
  expect(within(steps).getByText('Failed')).toBeVisible()
  expect(bodies.map(({ path }) => path)).toEqual(['POST /user/v1/refresh-token'])

  bodies.length = 0
  await userEvent.clear(dialog.getByLabelText('Password'))
  await write(dialog.getByLabelText('Password'), PASSWORD)
  await userEvent.click(submit())
  await dialog.findByText('Your account was deleted. You are being signed out.')
  expect(within(steps).getAllByText('Done')).toHaveLength(4)
  expect(bodies.map(({ path }) => path.replace(/\d+/g, 'N'))).toEqual([
    'POST /user/vN/refresh-token',
    'PATCH /billing/vN/account/N/plan',
    'DELETE /vN/organization(N)',
    'DELETE /vN/organization(N)',
    'DELETE /vN/user(N)',
  ])
  expect(bodies[1]?.body).toEqual({ annual: false, tier: 'free', planChangeReason: 'Account Deletion' })
  expect(await screen.findByText(/^Your account was deleted\. Good-bye/)).toBeVisible()
  // Without the word in the address, a reload does not say it again.
  await waitFor(() => expect(address()).toBe('/login'))
  expect(performance.now() - deletedAt).toBeGreaterThanOrEqual(2000)
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
  expect(await world.count("/v7/user/$count?$filter=username eq 'olive'", 'pat')).toBe(0)
})

test('what keeps an account from being deleted is found when the dialog opens, with its remedy, and the button waits for it', async () => {
  const { bodies, answer } = sentBodies()
  const { world } = await openDetails({ as: 'ada', answer })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = await dialogNamed('Delete your account?')
  expect(
    dialog.getByText(/^Acme Logistics: 10 fleets, apps and blocks and 123 devices, 122 active/),
  ).toBeVisible()
  const obstacle = dialog.getByText(
    /^Acme Logistics has 122 active devices, 112 too many for the free plan\. Delete or deactivate 112 devices/,
  )
  const link = within(obstacle).getByRole('link', { name: 'Fleets of Acme Logistics' })
  expect(link.getAttribute('href')).toMatch(/^\/orgs\/\d+\/fleets$/)
  await write(dialog.getByLabelText('Password'), PASSWORD)
  const submit = () => dialog.getByRole('button', { name: 'Delete account' })
  expect(reasonOf(submit())).toBe('First settle what is listed above.')
  await userEvent.click(submit())
  expect(bodies).toEqual([])

  // With another administrator, the organization stays.
  const { membership, role } = await membershipOfDevi(world)
  await world.request(`/v7/organization_membership(${membership})`, {
    as: 'ada',
    method: 'PATCH',
    body: { organization_membership_role: role },
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))
  const again = await dialogNamed('Delete your account?')
  await waitFor(() => expect(again.queryByText(/too many for the free plan/)).toBeNull())
  expect(again.queryByText(/^Acme Logistics/)).toBeNull()
  await write(again.getByLabelText('Password'), PASSWORD)
  await waitFor(() => expect(reasonOf(again.getByRole('button', { name: 'Delete account' }))).toBeUndefined())
})

test('if an obstacle appears during the deletion, no subscription is canceled', async () => {
  const { bodies, answer } = sentBodies()
  let isLate = false
  await openDetails({
    as: 'ada',
    answer: async (request) => {
      await answer(request)
      // Until the deletion begins, everything counts as deactivated.
      return !isLate && readable(request.url).includes('device/$count') ? json({ d: 0 }) : undefined
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = await dialogNamed('Delete your account?')
  await write(dialog.getByLabelText('Password'), PASSWORD)
  const submit = dialog.getByRole('button', { name: 'Delete account' })
  await waitFor(() => expect(reasonOf(submit)).toBeUndefined())
  isLate = true
  await userEvent.click(submit)
  expect(
    await dialog.findByText(
      /^Acme Logistics has 122 active devices.*Contact support if this does not help\.$/,
    ),
  ).toBeVisible()
  expect(bodies.map(({ path }) => path)).toEqual(['POST /user/v1/refresh-token'])
})

test('other reasons why an account cannot be deleted are shown with the advice to contact support [PREF-040]', async () => {
  const { world } = await openDetails({ as: 'olive' })
  await world.request('/__flotilla/faults', {
    method: 'POST',
    body: { route: 'DELETE /v7/user(*', kind: 'status', status: 500 },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = await dialogNamed('Delete your account?')
  await write(dialog.getByLabelText('Password'), PASSWORD)
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }))
  expect(await dialog.findByText(/\. Contact support if this does not help\.$/)).toBeVisible()
  expect(await world.count("/v7/user/$count?$filter=username eq 'olive'", 'pat')).toBe(1)
})

test('a plan that is not sold online refers to sales instead of deleting the account [PREF-033]', async () => {
  await openDetails({
    as: 'ada',
    change: (url, rows) =>
      url.includes('/v7/subscription?')
        ? rows.map((row) => ({
            ...row,
            is_for__plan: [{ billing_code: 'enterprise-v2', can_self_serve: false }],
          }))
        : rows,
  })
  const button = await screen.findByRole('button', { name: 'Delete account' })
  await waitFor(() => expect(reasonOf(button)).toMatch(/Contact sales/))
})

async function tokenOf(world: TestCloud, username: string): Promise<string> {
  const response = await world.request('/login_', { method: 'POST', body: { username, password: PASSWORD } })
  return response.text()
}

/** The membership of Devi in Acme Logistics, and the role of an administrator. */
async function membershipOfDevi(world: TestCloud) {
  const [row] = await world.rows(
    "/v7/organization_membership?$select=id&$filter=user/any(u:u/username eq 'devi') and is_member_of__organization/any(o:o/name eq 'Acme Logistics')",
    'ada',
  )
  const [role] = await world.rows(
    "/v7/organization_membership_role?$select=id&$filter=name eq 'administrator'",
    'ada',
  )
  return { membership: String(row?.['id']), role: role?.['id'] }
}

/** Creates two organizations that nobody else administers, one of them with a paid plan. */
async function ownOrganizations(world: TestCloud): Promise<void> {
  for (const name of ['Olive tries', 'Olive pays']) {
    await world.request('/v7/organization', { as: 'olive', method: 'POST', body: { name } })
  }
  const [tried] = await world.rows("/v7/organization?$select=id&$filter=name eq 'Olive tries'", 'olive')
  const fleet = {
    app_name: 'trial',
    organization: tried?.['id'],
    is_for__device_type: (await world.rows('/v7/device_type?$select=id&$top=1', 'olive'))[0]?.['id'],
  }
  const made = await world.request('/v7/application', { as: 'olive', method: 'POST', body: fleet })
  expect(made.status).toBe(201)
  const [paying] = await world.rows("/v7/organization?$select=id&$filter=name eq 'Olive pays'", 'olive')
  const account = `/billing/v1/account/${String(paying?.['id'])}`
  const send = async (path: string, body: object) => {
    const answer = await world.request(`${account}${path}`, { as: 'olive', method: 'PATCH', body })
    expect(answer.status).toBe(200)
  }
  await send('/info', { token_id: 'pm_card_visa', token_type: 'payment_method' })
  await send('/plan', { annual: false, tier: 'prototype' })
}
