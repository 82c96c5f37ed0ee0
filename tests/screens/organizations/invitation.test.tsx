import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { address, findHeading, refuse } from '../open-app.tsx'
import { fleetId, openWorld } from '../open-world.tsx'
import { signInAs } from '../sign-in/entry-screens.ts'

interface Letter {
  link: string
}

/** Invites a user through the API, and returns the link in the email. */
const inviting = (username: string) => async (world: TestCloud) => {
  const invitee = `${username}@flotilla.example`
  const body = { is_invited_to__application: await fleetId(world, 'cold-chain-eu'), invitee }
  await world.request('/v7/application_invite', { as: 'ada', method: 'POST', body })
  const [letter] = await lettersTo(world, invitee)
  if (letter === undefined) throw new Error(`No letter to ${username}`)
  return letter.link
}

const inviteMel = inviting('mel')
const INVITATIONS = '/v7/application_invite?$select=id'

async function lettersTo(world: TestCloud, to: string): Promise<Letter[]> {
  const response = await world.cloud.handle(
    new Request(`https://api.flotilla.test/__flotilla/emails?to=${encodeURIComponent(to)}`),
  )
  return (await response.json()) as Letter[]
}

const FLEETS_OF_MEL = "/v7/user_application_membership?$select=id&$filter=user/any(u:u/username eq 'mel')"

test('the link of an invitation grants the role and redirects to the fleets [ROUTE-041, INVITE-008, INVITE-018]', async () => {
  const { world, asked } = await openWorld(inviteMel, { as: 'mel' })
  await findHeading('Fleets')
  expect(address()).toBe('/fleets')
  expect(await screen.findByText('You now have access to cold-chain-eu')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'cold-chain-eu' })).toBeVisible()
  const requests = asked.filter(({ url }) => url.startsWith('/user/v1/invitation/'))
  expect(requests.map(({ method }) => method)).toEqual(['POST'])
  expect(await world.rows(FLEETS_OF_MEL, 'ada')).toHaveLength(1)
})

const tokenOf = (payload: object) => ['e30', btoa(JSON.stringify(payload)), 'signature'].join('.')

test.each([
  ['is no invitation at all', async () => '/invitation/nonsense', 0],
  ['names no fleet [INVITE-009]', async () => `/invitation/${tokenOf({ resource: 'application' })}`, 0],
  ['names nothing that is a fleet [INVITE-009]', async () => `/invitation/${tokenOf({ name: 'depot' })}`, 0],
  [
    'was used before',
    async (world: TestCloud) => {
      const link = await inviteMel(world)
      const token = link.split('/').at(-1)
      await world.request(`/user/v1/invitation/${token}`, { as: 'mel', method: 'POST' })
      return link
    },
    1,
  ],
  [
    'is two weeks old',
    async (world: TestCloud) => {
      const link = await inviteMel(world)
      world.clock.advanceTo(world.clock.now() + 14 * 86_400_000)
      return link
    },
    1,
  ],
] as const)(
  'a link that %s is reported as invalid, at the fleets [INVITE-010, INVITE-011]',
  async (_what, link, tries) => {
    const { asked } = await openWorld(link, { as: 'olive' })
    await findHeading('Fleets')
    expect(address()).toBe('/fleets')
    expect(await screen.findByText('The invitation is invalid or has expired')).toBeVisible()
    expect(screen.queryByText(/You now have access to/)).toBeNull()
    expect(asked.filter(({ url }) => url.startsWith('/login'))).toEqual([])
    // An invalid token is not sent.
    expect(asked.filter(({ url }) => url.startsWith('/user/v1/invitation/'))).toHaveLength(tries)
  },
)

test('if the platform fails, the link is kept for a retry', async () => {
  let broken = true
  const { world } = await openWorld(inviteMel, {
    as: 'mel',
    answer: (request) => (broken && request.url.includes('/user/v1/invitation/') ? refuse(500) : undefined),
  })
  await findHeading('Invitation')
  expect(address()).toMatch(/^\/invitation\//)
  expect(await world.rows(FLEETS_OF_MEL, 'ada')).toEqual([])
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('You now have access to cold-chain-eu')).toBeVisible()
  await waitFor(() => expect(address()).toBe('/fleets'))
})

test('a user without a session signs in first and returns to the invitation [ROUTE-041]', async () => {
  let link = ''
  await openWorld(
    async (world) => {
      link = await inviteMel(world)
      localStorage.clear()
      return link
    },
    { as: 'mel' },
  )
  await waitFor(() => expect(address()).toBe(`/login?redirect=${encodeURIComponent(link)}`))
})

test('with another user signed in, the invitation is not used, and they can sign out and continue [INVITE-008]', async () => {
  let link = ''
  const { world } = await openWorld(
    async (cloud) => {
      link = await inviteMel(cloud)
      return link
    },
    { as: 'olive' },
  )
  await findHeading('This invitation is not for this account')
  expect(address()).toBe(link)
  expect(
    screen.getByText(/^You are signed in as olive, and the invitation to cold-chain-eu was sent/),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Stay signed in as olive' }).getAttribute('href')).toBe('/fleets')
  expect(await world.rows(INVITATIONS, 'ada')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Sign out and continue' }))
  await findHeading('Sign in')
  expect(address()).toBe(`/login?redirect=${encodeURIComponent(link)}`)
  await signInAs('mel')
  expect(await screen.findByText('You now have access to cold-chain-eu')).toBeVisible()
  expect(await world.rows(FLEETS_OF_MEL, 'ada')).toHaveLength(1)
})

test('an existing member is told so, and the invitation stays [INVITE-008]', async () => {
  const { world } = await openWorld(
    async (cloud) => {
      const link = await inviteMel(cloud)
      const body = {
        username: 'mel',
        is_member_of__application: await fleetId(cloud, 'cold-chain-eu'),
      }
      await cloud.request('/v7/user_application_membership', { as: 'ada', method: 'POST', body })
      return link
    },
    { as: 'mel' },
  )
  await findHeading('Fleets')
  expect(await screen.findByText('You are already a member of cold-chain-eu')).toBeVisible()
  expect(screen.queryByText(/You now have access to/)).toBeNull()
  expect(await world.rows(INVITATIONS, 'ada')).toHaveLength(1)
})
