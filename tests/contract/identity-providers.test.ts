import { expect, test } from 'vitest'
import { cloudAt, send, fieldOf } from './accounts.ts'
import type { AccountWorld } from './accounts.ts'
import { badRequest } from './exchange.ts'

type World = AccountWorld['world']

const PROVIDER = '/v7/identity_provider'
const LINK = '/v7/identity_provider_membership'
const CERTIFICATE = `-----BEGIN CERTIFICATE-----\n${'A'.repeat(70)}==\n-----END CERTIFICATE-----`

const organization = async (world: World, handle: string) =>
  Number((await world.rows(`/v7/organization?$select=id&$filter=handle eq '${handle}'`, 'pat'))[0]?.['id'])

const providers = (world: World) =>
  world.rows(`${PROVIDER}?$orderby=id asc&$expand=identity_provider_membership($select=organization)`, 'pat')

const idOf = (row: unknown): number => Number(fieldOf(row, 'id'))

async function draft(world: World, change: Record<string, unknown> = {}) {
  return {
    sso_identifier: 'tidewater',
    entry_point: 'https://sso.tidewater.example/saml',
    issuer: 'https://sso.tidewater.example',
    certificate: CERTIFICATE,
    organization_id: await organization(world, 'tidewater_research'),
    ...change,
  }
}

/** A world in which Tidewater has a plan with SAML. */
async function withSaml(): Promise<World> {
  const { world } = cloudAt()
  const account = `/billing/v1/account/${await organization(world, 'tidewater_research')}`
  expect((await send(world, 'PATCH', `${account}/info`, { token_id: 'pm_card_visa' }, 'ada'))[0]).toBe(200)
  const plan = { annual: false, tier: 'production-v2' }
  expect(await send(world, 'PATCH', `${account}/plan`, plan, 'ada')).toEqual([200, ''])
  return world
}

test('an administrator creates, changes and deletes an identity provider of an organization [IDP-015, IDP-025, IDP-026]', async () => {
  const world = await withSaml()
  const [status, made] = await send(world, 'POST', PROVIDER, await draft(world), 'ada')
  expect(status).toBe(201)
  const path = `${PROVIDER}(${idOf(made)})`
  const read = () => world.rows(`${path}?$expand=identity_provider_membership($select=organization)`, 'ada')
  expect(await read()).toMatchObject([
    {
      certificate: `-----BEGIN CERTIFICATE-----\n${'A'.repeat(64)}\n${'A'.repeat(6)}==\n-----END CERTIFICATE-----`,
      identity_provider_membership: [
        { organization: { __id: await organization(world, 'tidewater_research') } },
      ],
    },
  ])
  expect(await send(world, 'PATCH', path, { issuer: 'tidewater' }, 'ada')).toEqual([200, ''])
  expect(await read()).toMatchObject([{ issuer: 'tidewater' }])
  expect(await send(world, 'DELETE', path, undefined, 'ada')).toEqual([200, ''])
  expect(await read()).toEqual([])
})

const bad: [string, Record<string, unknown>, number, string][] = [
  [
    'an identifier of two letters',
    { sso_identifier: 'tw' },
    400,
    'The SSO identifier must have at least 3 characters',
  ],
  [
    'capitals in the identifier',
    { sso_identifier: 'Tidewater' },
    400,
    'Invalid characters in sso identifier',
  ],
  ['an entry point that is no address', { entry_point: 'sso' }, 400, 'Invalid URL'],
  ['no issuer', { issuer: '' }, 400, 'The issuer is mandatory'],
  ['no certificate', { certificate: undefined }, 500, ''],
  ['a certificate without its markers', { certificate: 'AAAA' }, 400, 'Invalid certificate format'],
  ['two certificates', { certificate: `${CERTIFICATE}\n${CERTIFICATE}` }, 400, 'Invalid certificate format'],
  [
    'no organization',
    { organization_id: undefined },
    400,
    'An identity provider needs at least one organization.',
  ],
  ['an identifier that is taken', { sso_identifier: 'acme' }, 409, '"sso_identifier" must be unique.'],
]

test.each(bad)(
  'an identity provider with %s cannot be created [IDP-010, IDP-011, IDP-012, IDP-013, IDP-014, IDP-019]',
  async (_what, change, status, text) => {
    const world = await withSaml()
    const before = await providers(world)
    expect(
      await badRequest(async () => send(world, 'POST', PROVIDER, await draft(world, change), 'ada')),
    ).toEqual([status, text])
    expect(await providers(world)).toEqual(before)
  },
)

test.each(bad.slice(0, 4))(
  'an identity provider cannot be changed to %s',
  async (_what, change, status, text) => {
    const { world } = cloudAt()
    const before = await providers(world)
    expect(await send(world, 'PATCH', `${PROVIDER}(1)`, change, 'ada')).toEqual([status, text])
    expect(await providers(world)).toEqual(before)
  },
)

test.each(['devi', 'mel', 'pat', 'sue'] as const)(
  '%s, who administers no linked organization, cannot manage identity providers [IDP-021]',
  async (name) => {
    const { world } = cloudAt()
    const before = await providers(world)
    const acme = await organization(world, 'acme_logistics')
    const body = await draft(world, { organization_id: acme })
    expect(await send(world, 'POST', PROVIDER, body, name)).toEqual([401, ''])
    const change = await send(world, 'PATCH', `${PROVIDER}(1)`, { issuer: 'x' }, name)
    const removal = await send(world, 'DELETE', `${PROVIDER}(1)`, undefined, name)
    expect([change, removal]).toEqual([
      [401, ''],
      [401, ''],
    ])
    expect(await providers(world)).toEqual(before)
  },
)

test('an identity provider with SAML accounts cannot be deleted; its administrator can count them [IDP-009]', async () => {
  const { world } = cloudAt()
  const before = await providers(world)
  const accounts = '/v7/saml_account/$count?$filter=was_generated_by__identity_provider eq 1'
  expect(await world.count(accounts, 'ada')).toBe(1)
  expect(await world.count(accounts, 'devi')).toBe(0)
  expect(await send(world, 'DELETE', `${PROVIDER}(1)`, undefined, 'ada')).toEqual([
    409,
    'Data is referenced by was_generated_by__identity_provider.',
  ])
  expect(await providers(world)).toEqual(before)
})

const links = (world: World) => world.rows(`${LINK}?$orderby=id asc`, 'pat')

test('organizations are linked and unlinked, except the last one [IDP-020, IDP-027, IDP-029]', async () => {
  const world = await withSaml()
  const body = {
    organization: await organization(world, 'tidewater_research'),
    is_authorized_by__identity_provider: 1,
  }
  const [first] = await links(world)
  const [status, made] = await send(world, 'POST', LINK, body, 'ada')
  expect(status).toBe(201)
  expect((await send(world, 'POST', LINK, body, 'ada'))[0]).toBe(409)
  expect(await send(world, 'DELETE', `${LINK}(${idOf(made)})`, undefined, 'ada')).toEqual([200, ''])
  expect(await send(world, 'DELETE', `${LINK}(${idOf(first)})`, undefined, 'ada')).toEqual([
    400,
    'An identity provider must keep at least one organization.',
  ])
  expect(await links(world)).toEqual([first])
})

test('the default team belongs to the organization, or is null [IDP-028]', async () => {
  const { world } = cloudAt()
  const [team] = await world.rows("/v7/team?$select=id&$filter=name eq 'Firmware'", 'ada')
  const tidewater = await organization(world, 'tidewater_research')
  const [, foreign] = await send(
    world,
    'POST',
    '/v7/team',
    { name: 'Divers', belongs_to__organization: tidewater },
    'ada',
  )
  const set = (grants_access_to__team: unknown, as: 'ada' | 'devi' = 'ada') =>
    send(world, 'PATCH', `${LINK}(1)`, { grants_access_to__team }, as)
  const current = async () => (await links(world))[0]?.['grants_access_to__team']

  expect(await set(team?.['id'])).toEqual([200, ''])
  expect(await current()).toEqual({ __id: team?.['id'] })
  expect(await set(idOf(foreign))).toEqual([400, 'The team belongs to another organization'])
  expect(await set(null, 'devi')).toEqual([401, ''])
  expect(await send(world, 'PATCH', `${LINK}(1)`, { organization: tidewater }, 'ada')).toEqual([
    400,
    'Only the default team can be changed',
  ])
  expect(await current()).toEqual({ __id: team?.['id'] })
  expect(await set(null)).toEqual([200, ''])
  expect(await current()).toBeNull()
})

test('staff can link any organization, other users only their own [IDP-024]', async () => {
  const { world } = cloudAt()
  const northwind = await organization(world, 'northwind_transit')
  const body = { organization: northwind, is_authorized_by__identity_provider: 1 }
  const before = await links(world)
  for (const name of ['ada', 'devi'] as const) {
    expect(await send(world, 'POST', LINK, body, name)).toEqual([401, ''])
  }
  expect(await links(world)).toEqual(before)
  for (const name of ['sue', 'pat'] as const) {
    const [status, made] = await send(world, 'POST', LINK, body, name)
    expect(status).toBe(201)
    expect(await send(world, 'DELETE', `${LINK}(${idOf(made)})`, undefined, name)).toEqual([200, ''])
    expect(await links(world)).toEqual(before)
  }
})

const NO_SAML = 'The plan of the organization has no single sign-on. Upgrade the plan to use it.'

test('an organization whose plan lacks SAML cannot have an identity provider or link to one [IDP-022]', async () => {
  const { world } = cloudAt()
  const before = [await providers(world), await links(world)]
  expect(await send(world, 'POST', PROVIDER, await draft(world), 'ada')).toEqual([403, NO_SAML])
  const link = {
    organization: await organization(world, 'tidewater_research'),
    is_authorized_by__identity_provider: 1,
  }
  expect(await send(world, 'POST', LINK, link, 'ada')).toEqual([403, NO_SAML])
  expect([await providers(world), await links(world)]).toEqual(before)
})

test('a provider whose only organization has lost SAML can no longer be managed [IDP-022]', async () => {
  const world = await withSaml()
  const [, made] = await send(world, 'POST', PROVIDER, await draft(world), 'ada')
  const account = `/billing/v1/account/${await organization(world, 'tidewater_research')}`
  const pilot = { annual: false, tier: 'pilot-v2' }
  expect(await send(world, 'PATCH', `${account}/plan`, pilot, 'ada')).toEqual([200, ''])
  const before = [await providers(world), await links(world)]
  const path = `${PROVIDER}(${idOf(made)})`
  const own = `${LINK}?$filter=is_authorized_by__identity_provider eq ${idOf(made)}`
  expect(await send(world, 'PATCH', path, { issuer: 'x' }, 'ada')).toEqual([403, NO_SAML])
  expect(await send(world, 'DELETE', path, undefined, 'ada')).toEqual([403, NO_SAML])
  expect(await send(world, 'PATCH', own, { grants_access_to__team: null }, 'ada')).toEqual([403, NO_SAML])
  expect([await providers(world), await links(world)]).toEqual(before)
})
