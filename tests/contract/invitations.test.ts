import { expect, test } from 'vitest'
import {
  claimsOf,
  cloudAt,
  emailTo,
  emailsTo,
  rowsAs,
  send,
  sessionOf,
  tokenFrom,
  fieldOf,
} from './accounts.ts'
import type { AccountWorld } from './accounts.ts'
import { badRequest } from './exchange.ts'
import { fleetId } from './subjects.ts'

type World = AccountWorld['world']

const una = 'una@flotilla.example'

const ORGANIZATION = 'invitee__is_invited_to__organization'
const FLEET = 'invitee__is_invited_to__application'

async function acme(world: World): Promise<number> {
  const [row] = await world.rows("/v7/organization?$select=id&$filter=handle eq 'acme_logistics'", 'ada')
  return Number(row?.['id'])
}

async function roleId(world: World, resource: string, name: string): Promise<number> {
  const [row] = await world.rows(`/v7/${resource}(name='${name}')?$select=id`, 'ada')
  return Number(row?.['id'])
}

async function inviteToAcme(world: World, body: Record<string, unknown> = {}) {
  const invite = { is_invited_to__organization: await acme(world), invitee: una, ...body }
  return send(world, 'POST', `/v7/${ORGANIZATION}`, invite, 'ada')
}

async function inviteToFleet(world: World, body: Record<string, unknown> = {}) {
  const invite = { is_invited_to__application: await fleetId(world, 'cold-chain-eu'), invitee: una, ...body }
  return send(world, 'POST', `/v7/${FLEET}`, invite, 'ada')
}

const invites = (world: World, resource: string) => world.count(`/v7/${resource}/$count`, 'ada')

const placesOf = async (world: World, credential: string) => [
  await rowsAs(
    world,
    credential,
    `/v7/organization_membership?$select=id&$expand=is_member_of__organization($select=handle),organization_membership_role($select=name)&$filter=user eq ${Number(claimsOf(credential)['id'])} and is_member_of__organization/handle eq 'acme_logistics'`,
  ),
  await rowsAs(
    world,
    credential,
    `/v7/user_application_membership?$select=id&$expand=application_membership_role($select=name)&$filter=user eq ${Number(claimsOf(credential)['id'])}`,
  ),
]

test('an invitation to an organization is emailed, and gives its role once [INVITE-013]', async () => {
  const { world } = cloudAt()
  const role = await roleId(world, 'organization_membership_role', 'administrator')
  const made = await inviteToAcme(world, { message: 'Join us', organization_membership_role: role })
  expect(made[0]).toBe(201)
  const message = await emailTo(world, una)
  expect(message).toMatchObject({
    subject: 'You are invited to the organization Acme Logistics',
    text: 'Join us',
  })
  expect(message.link).toBe(`/organization/invitation/${message.token}`)
  expect(JSON.stringify(made)).not.toContain(message.token)

  const credential = await sessionOf(world, 'una')
  const accept = () => send(world, 'POST', `/org/v1/invitation/${message.token}`, undefined, { credential })
  expect(await accept()).toEqual([200, ''])
  expect((await placesOf(world, credential))[0]).toMatchObject([
    { organization_membership_role: [{ name: 'administrator' }] },
  ])
  expect(await invites(world, ORGANIZATION)).toBe(0)
  expect(await accept()).toEqual([404, 'The invitation is invalid or has expired'])
})

test('an invitation to a fleet adds a member to its organization, with a role on the fleet [INVITE-015, INVITE-018]', async () => {
  const { world } = cloudAt()
  const role = await roleId(world, 'application_membership_role', 'operator')
  expect((await inviteToFleet(world, { application_membership_role: role }))[0]).toBe(201)
  const { token, link } = await emailTo(world, una)
  expect(link).toBe(`/invitation/${token}`)
  const credential = await sessionOf(world, 'una')
  expect(await send(world, 'POST', `/user/v1/invitation/${token}`, undefined, { credential })).toEqual([
    200,
    '',
  ])
  expect(await placesOf(world, credential)).toMatchObject([
    [{ organization_membership_role: [{ name: 'member' }] }],
    [{ application_membership_role: [{ name: 'operator' }] }],
  ])
  expect(
    await rowsAs(world, credential, '/v7/application?$select=app_name&$filter=is_public eq false'),
  ).toEqual([{ app_name: 'cold-chain-eu' }])
})

test('a token shows its target, and is invalid for the other kind of invitation [INVITE-009]', async () => {
  const { world } = cloudAt()
  await inviteToFleet(world)
  const { token } = await emailTo(world, una)
  expect(claimsOf(token)).toMatchObject({ resource: 'application', name: 'cold-chain-eu' })
  const credential = await sessionOf(world, 'una')
  const before = await placesOf(world, credential)
  const none = [400, 'This is no invitation']
  const accept = (path: string) => send(world, 'POST', path, undefined, { credential })
  expect(await accept(`/org/v1/invitation/${token}`)).toEqual(none)
  expect(await accept('/user/v1/invitation/nonsense')).toEqual(none)
  expect(await accept('/org/v1/invitation/nonsense')).toEqual(none)
  expect(await accept(`/user/v1/invitation/${credential}`)).toEqual(none)
  expect(await accept(`/user/v1/invitation/${token.slice(0, -4)}AAAA`)).toEqual(none)
  expect(await send(world, 'POST', `/user/v1/invitation/${token}`)).toEqual([401, ''])
  expect(await placesOf(world, credential)).toEqual(before)
  expect(await invites(world, FLEET)).toBe(1)
})

test.each([
  ['revoked', 0],
  ['two weeks old', 14 * 86_400_000],
])('an invitation that is %s is invalid [INVITE-006, INVITE-014]', async (_what, ms) => {
  const { world } = cloudAt()
  const [, invite] = await inviteToAcme(world)
  const { token } = await emailTo(world, una)
  const credential = await sessionOf(world, 'una')
  if (ms === 0) {
    const id = Number(fieldOf(invite, 'id'))
    expect(await send(world, 'DELETE', `/v7/${ORGANIZATION}(${id})`, undefined, 'devi')).toEqual([401, ''])
    expect(await invites(world, ORGANIZATION)).toBe(1)
    expect(await send(world, 'DELETE', `/v7/${ORGANIZATION}(${id})`, undefined, 'ada')).toEqual([200, ''])
  }
  world.clock.advanceTo(world.clock.now() + ms)
  expect(await send(world, 'POST', `/org/v1/invitation/${token}`, undefined, { credential })).toEqual([
    404,
    'The invitation is invalid or has expired',
  ])
  expect((await placesOf(world, credential))[0]).toEqual([])
})

test('rejects an invitation without an address, a duplicate, a fleet role of member, and one by a user without permission [INVITE-001, INVITE-002, INVITE-003, INVITE-004]', async () => {
  const { world } = cloudAt()
  expect(await badRequest(() => inviteToAcme(world, { invitee: undefined }))).toEqual([500, ''])
  expect(await inviteToAcme(world, { invitee: 'not an address' })).toEqual([400, 'Invalid email'])
  expect(await inviteToFleet(world, { invitee: 'olive' })).toEqual([
    400,
    'olive@flotilla.example is already a member of the fleet.',
  ])
  const body = { is_invited_to__organization: await acme(world), invitee: una }
  expect(await send(world, 'POST', `/v7/${ORGANIZATION}`, body, 'devi')).toEqual([401, ''])
  expect(await world.count('/v7/invitee/$count', 'ada')).toBe(0)
  expect(await emailsTo(world, una)).toEqual([])

  expect((await inviteToAcme(world))[0]).toBe(201)
  expect(await inviteToAcme(world, { invitee: 'una' })).toEqual([
    409,
    '"invitee" and "is_invited_to__organization" must be unique.',
  ])
  expect(await emailsTo(world, una)).toHaveLength(1)
})

test('a member can be invited to the organization again', async () => {
  const { world } = cloudAt()
  expect((await inviteToAcme(world, { invitee: 'mel' }))[0]).toBe(201)
})

test('invitations are listed with email and role, and a revoked one is invalid [INVITE-012, INVITE-016, INVITE-017]', async () => {
  const { world } = cloudAt()
  expect((await inviteToAcme(world, { message: 'Welcome' }))[0]).toBe(201)
  const [, fleetInvite] = await inviteToFleet(world)
  expect(
    await world.rows(
      `/v7/${ORGANIZATION}?$select=message&$filter=is_invited_to__organization eq ${await acme(world)}&$expand=invitee($select=email),organization_membership_role($select=name)`,
      'ada',
    ),
  ).toEqual([
    { message: 'Welcome', invitee: [{ email: una }], organization_membership_role: [{ name: 'member' }] },
  ])
  const fleets = `/v7/${FLEET}?$select=id&$filter=is_invited_to__application eq ${await fleetId(world, 'cold-chain-eu')}&$expand=invitee($select=email),application_membership_role($select=name)`
  expect(await world.rows(fleets, 'ada')).toMatchObject([
    { invitee: [{ email: una }], application_membership_role: [{ name: 'developer' }] },
  ])
  const { token } = await emailTo(world, una)
  const path = `/v7/${FLEET}(${Number(fieldOf(fleetInvite, 'id'))})`
  expect((await send(world, 'DELETE', path, undefined, 'ada'))[0]).toBe(200)
  expect(await world.rows(fleets, 'ada')).toEqual([])
  const credential = await sessionOf(world, 'una')
  const accepted = await send(world, 'POST', `/user/v1/invitation/${token}`, undefined, { credential })
  expect(accepted[0]).toBe(404)
})

test('a user who signs up with an invitation is a member, with a verified email [SIGNUP-016]', async () => {
  const { world } = cloudAt()
  await inviteToAcme(world, { invitee: 'nora@example.com' })
  const { token: invitationToken } = await emailTo(world, 'nora@example.com')
  const credential = await tokenFrom(world, 'POST', '/user/register', {
    email: 'nora@example.com',
    password: 'correct-horse',
    'g-recaptcha-response': 'none',
    invitationType: 'organization',
    invitationToken,
  })
  expect((await placesOf(world, credential))[0]).toMatchObject([
    { organization_membership_role: [{ name: 'member' }] },
  ])
  expect(await rowsAs(world, credential, '/v7/user_profile?$select=is_verified,must_be_verified')).toEqual([
    { is_verified: true, must_be_verified: false },
  ])
  expect(await invites(world, ORGANIZATION)).toBe(0)
})

test('an invitation survives restoring a snapshot', async () => {
  const { world } = cloudAt()
  await inviteToAcme(world)
  const restored = cloudAt({ snapshot: structuredClone(world.cloud.snapshot()) }).world
  const { token } = await emailTo(restored, una)
  const credential = await sessionOf(restored, 'una')
  expect(await send(restored, 'POST', `/org/v1/invitation/${token}`, undefined, { credential })).toEqual([
    200,
    '',
  ])
})

test.each([
  ['organization', inviteToAcme, '/org/v1/invitation/', ORGANIZATION],
  ['fleet', inviteToFleet, '/user/v1/invitation/', FLEET],
] as const)('an invitation to a %s is for its address alone', async (where, invite, path, resource) => {
  const { world } = cloudAt()
  await invite(world)
  const { token } = await emailTo(world, una)
  const accept = (as: Parameters<typeof send>[4]) => send(world, 'POST', `${path}${token}`, undefined, as)
  expect(await accept('mel')).toEqual([401, ''])
  expect(await accept('ada')).toEqual([401, ''])
  expect(await invites(world, resource)).toBe(1)
  const credential = await sessionOf(world, 'una')
  expect(await accept({ credential })).toEqual([200, ''])
  expect(await invites(world, resource)).toBe(0)
  expect((await placesOf(world, credential))[where === 'organization' ? 0 : 1]).toHaveLength(1)
})

test('a user who has become a member meanwhile gets an error, and the invitation stays', async () => {
  const { world } = cloudAt()
  await inviteToFleet(world)
  const { token } = await emailTo(world, una)
  const credential = await sessionOf(world, 'una')
  await inviteToAcme(world)
  const toAcme = await emailTo(world, una)
  // Joining a fleet also adds a member to its organization.
  const accept = (path: string) => send(world, 'POST', path, undefined, { credential })
  expect(await accept(`/user/v1/invitation/${token}`)).toEqual([200, ''])
  expect(await accept(`/org/v1/invitation/${toAcme.token}`)).toEqual([
    409,
    'You are already a member of the organization.',
  ])
  expect(await invites(world, ORGANIZATION)).toBe(1)
})

test('signing up with an address other than the invited one creates no account', async () => {
  const { world } = cloudAt()
  await inviteToAcme(world, { invitee: 'nora@example.com' })
  const { token: invitationToken } = await emailTo(world, 'nora@example.com')
  const body = {
    email: 'nils@example.com',
    password: 'correct-horse',
    'g-recaptcha-response': 'none',
    invitationType: 'organization',
    invitationToken,
  }
  expect(await send(world, 'POST', '/user/register', body)).toEqual([
    400,
    'The invitation was sent to another email address',
  ])
  expect(await invites(world, ORGANIZATION)).toBe(1)
})
