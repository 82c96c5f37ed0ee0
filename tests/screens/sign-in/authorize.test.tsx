import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { address, findHeading, refuse, TOKEN_KEY } from '../open-app.tsx'
import { openWorld, readable } from '../open-world.tsx'
import { bodiesOf, follow, emailedLink, press, signInAs } from './entry-screens.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const cliPath = (target: string) => `/login/cli/${encodeURIComponent(encodeURIComponent(target))}`
const TOOL = 'http://127.0.0.1:8989/auth'

/** Captures submitted forms, because jsdom does not submit them. */
function watchForms() {
  const sent: { action: string; method: string; fields: Record<string, string> }[] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const fields = Object.fromEntries(
      [...this.querySelectorAll('input')].map(({ name, value }) => [name, value]),
    )
    sent.push({ action: this.action, method: this.method, fields })
  })
  return sent
}

test('the CLI gets the token after confirmation, and not before [CLI-003, CLI-004, ROUTE-033]', async () => {
  const sent = watchForms()
  await openWorld(cliPath(TOOL), { as: null })
  await findHeading('Sign in')
  await signInAs('ada')
  await findHeading('Authorize the command-line tool')
  expect(screen.getByText(/requests access to your account, ada/)).toBeVisible()
  expect(screen.getByText(TOOL)).toBeVisible()
  expect(sent).toEqual([])
  await press('Authorize')
  expect(sent).toEqual([{ action: TOOL, method: 'post', fields: { token: localStorage.getItem(TOKEN_KEY) } }])
})

test.each(['http://localhost:8989/auth', 'http://127.0.0.2:8989/auth', 'http://[::1]:8989/auth'])(
  'a tool at %s is on this machine and may be authorized [CLI-001]',
  async (target) => {
    const sent = watchForms()
    await openWorld(cliPath(target))
    await findHeading('Authorize the command-line tool')
    await press('Authorize')
    expect(sent.map(({ action }) => action)).toEqual([target])
  },
)

test.each([
  'http://evil.example/auth',
  'http://127.0.0.1@evil.example/auth',
  'http://localhost.evil.example/auth',
  'https://127.0.0.1:8989/auth',
])(
  'a tool at %s is not on this machine: the page is not found, and it gets nothing [CLI-001, CLI-002]',
  async (target) => {
    const sent = watchForms()
    const { asked } = await openWorld(cliPath(target))
    await findHeading('Fleets')
    expect(address()).toBe('/fleets')
    expect(screen.queryByRole('button', { name: 'Authorize' })).toBeNull()
    expect(screen.queryByText(/evil|8989/)).toBeNull()
    expect(sent).toEqual([])
    expect(asked.filter(({ url }) => url.includes('evil'))).toEqual([])
  },
)

test('an application is authorized by name, and the browser returns to it with code and state [CLI-006, ROUTE-034, CLI-005, CLI-007]', async () => {
  const { bodies, watch } = bodiesOf('/oauth/authorize')
  const { asked } = await openWorld('/login/oauth/flotilla-forum?state=x%26y', {
    simulated: true,
    answer: watch,
  })
  await findHeading('Authorize Community forum')
  expect(screen.getByText('https://forum.flotilla.example/auth/callback')).toBeVisible()
  expect(
    screen.getByText(/^If you authorize it, Community forum can do everything that you can/),
  ).toBeVisible()
  await press('Authorize')
  await findHeading('This link leaves the dashboard')
  const went = new URL(screen.getByText(/^https:\/\/forum\.flotilla\.example/).textContent ?? '')
  expect(went.origin + went.pathname).toBe('https://forum.flotilla.example/auth/callback')
  expect(went.searchParams.get('code')).toMatch(/^\w{20,}$/)
  expect(went.searchParams.get('state')).toBe('x&y')
  expect(bodies).toEqual([{ client_id: 'flotilla-forum', response_type: 'code' }])
  const read = asked.map(({ url }) => readable(url)).filter((url) => url.startsWith('/v7/oauth_application?'))
  expect(read[0]).toContain("client_id eq 'flotilla-forum'")
})

test('an unknown application is not authorized', async () => {
  await openWorld('/login/oauth/nobody')
  await findHeading('Unknown application')
  expect(screen.queryByRole('button', { name: 'Authorize' })).toBeNull()
  await follow('Go home')
  await findHeading('Fleets')
})

test('if the platform rejects an application, the question stays', async () => {
  await openWorld('/login/oauth/fleet-reports', {
    answer: ({ url }) => (url.endsWith('/oauth/authorize') ? refuse(500) : undefined),
  })
  await press('Authorize')
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Authorize' })).toBeVisible()
})

test('the support portal gets a signed token by a form; users without access see the reason [ROUTE-042, SUPPORT-020, SUPPORT-021]', async () => {
  const sent = watchForms()
  const { newRequests } = await openWorld(
    '/zendesk-login?return_to=https%3A%2F%2Fapi.platform.example%2Ftickets',
  )
  await findHeading('Opening the support portal')
  await waitFor(() => expect(sent).not.toEqual([]))
  expect(sent[0]).toMatchObject({
    action: expect.stringMatching(/support-portal$/),
    method: 'post',
    fields: {
      token: expect.stringMatching(/^\S+\.\S+\.\S+$/),
      return_to: 'https://api.platform.example/tickets',
    },
  })
  expect(newRequests()).toContain('GET /zendesk/v1/login?return_to=https://api.platform.example/tickets')
})

test.each([
  ['https%3A%2F%2Fevil.example%2F', undefined],
  ['%2F%2Fevil.example%2F', undefined],
  ['javascript%3Aalert(1)', undefined],
  ['https%3Aevil.example', undefined],
  ['https%3A%2F%2Fevil.example%40api.platform.example%2F', undefined],
  ['%5C%5Cevil.example', undefined],
  ['%2F.%2F%2Fevil.example', undefined],
  ['%2Frequests', '/requests'],
  ['HTTPS%3A%2F%2FAPI.platform.example%2Fa%2F..%2Ftickets', 'https://api.platform.example/tickets'],
])('the portal is told to return to %s only if that is a page of its own', async (asked, told) => {
  const sent = watchForms()
  await openWorld(`/zendesk-login?return_to=${asked}`)
  await waitFor(() => expect(sent).not.toEqual([]))
  expect(sent[0]?.fields['return_to']).toBe(told)
})

test.each([
  [403, /no access to the support portal/],
  [500, /unknown error/],
])('a portal that responds with %s shows the reason [SUPPORT-022, SUPPORT-023]', async (status, why) => {
  const sent = watchForms()
  await openWorld('/zendesk-login', {
    answer: ({ url }) => (url.includes('/zendesk/v1/login') ? refuse(status) : undefined),
  })
  expect((await screen.findByRole('alert')).textContent).toMatch(why)
  expect(sent).toEqual([])
})

const TIDEWATER = "/v7/organization?$select=id,name&$filter=handle eq 'tidewater_research'"

/** Invites Olive through the API, and returns the link in the email. */
async function inviteOlive(world: TestCloud) {
  const [organization] = await world.rows(TIDEWATER, 'ada')
  const body = { is_invited_to__organization: organization?.id, invitee: 'olive@flotilla.example' }
  await world.request('/v7/organization_invite', { as: 'ada', method: 'POST', body })
  return emailedLink(world, 'olive@flotilla.example')
}

test('the link of an invitation creates a membership and redirects to the organizations [INVITE-007, ROUTE-040]', async () => {
  const { world, asked } = await openWorld(inviteOlive, { as: 'olive' })
  await findHeading('Organizations')
  await waitFor(() => expect(address()).toBe('/orgs'))
  expect(await screen.findByText(/^You are now a member of Tidewater Research$/)).toBeVisible()
  expect(await world.rows(TIDEWATER, 'olive')).toHaveLength(1)
  expect(asked.filter(({ url }) => url.startsWith('/org/v1/invitation/'))).toHaveLength(1)
})

test('a link that is no longer valid is reported, at the organizations [INVITE-011]', async () => {
  await openWorld('/organization/invitation/nonsense', { as: 'olive' })
  await findHeading('Organizations')
  expect(await screen.findByText('The invitation is invalid or has expired')).toBeVisible()
  await waitFor(() => expect(address()).toBe('/orgs'))
})
