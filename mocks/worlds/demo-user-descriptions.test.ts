import { describe, expect, test } from 'vitest'
import type { TestCloud } from '../hosts/node.ts'
import { OLIVE_AT_WORK } from './scenarios/sso-mismatch.ts'
import { DEVI_SECRET } from './scenarios/two-factor-pending.ts'
import {
  DAY,
  HOUR,
  MINUTE,
  devices,
  fleetNames,
  pass,
  statusAndText,
  useWorlds,
} from './testing/open-world.ts'

const open = useWorlds()

/** The fleets of all customers that support can open. */
const fleetsOfSupport = async (world: TestCloud) =>
  (
    await world.rows(
      "/v7/application?$select=app_name&$filter=is_of__class eq 'fleet'&$orderby=app_name asc",
      'sue',
    )
  ).map((row) => row['app_name'])

describe('people', () => {
  test('an empty account has only people', async () => {
    const world = open('empty-account')
    expect(await fleetNames(world, 'ada')).toEqual([])
    expect(await world.count('/v7/device/$count', 'ada')).toBe(0)
    for (const one of ['app', 'block']) {
      expect(
        await world.count(
          `/v7/application/$count?$filter=is_of__class eq '${one}' and is_host eq false and organization/handle eq 'acme_logistics'`,
          'ada',
        ),
      ).toBe(0)
    }
    expect(
      await world.count(
        "/v7/organization_membership/$count?$filter=is_member_of__organization/handle eq 'acme_logistics'",
        'ada',
      ),
    ).toBeGreaterThan(9)
    expect(await statusAndText(world.request('/billing/v1/account/1/invoices', { as: 'ada' }))).toEqual([
      200,
      '[]',
    ])
  })

  test('people with limited roles see only their fleets, and other actions are rejected', async () => {
    const world = open('limited-roles')
    expect(await fleetNames(world, 'sadie')).toEqual(['bench-lab', 'cold-chain-eu'])
    expect(await fleetNames(world, 'sol')).toEqual(['harbor-cams', 'silo-sensors'])
    expect(await fleetNames(world, 'olive')).toEqual(['cold-chain-eu'])
    expect(await fleetNames(world, 'mel')).toEqual([])
    const [device] = await world.rows('/v7/device?$select=id&$top=1&$orderby=id asc', 'olive')
    const rename = { method: 'PATCH', body: { device_name: 'renamed' } }
    expect(
      (await world.request(`/v7/device(${Number(device?.['id'])})`, { as: 'olive', ...rename })).status,
    ).toBe(401)
  })

  test('support can open one fleet and one device, but not a fleet whose access has expired', async () => {
    const world = open('support-access')
    const fleets = () => fleetsOfSupport(world)
    const cameras = () =>
      world.count("/v7/device/$count?$filter=is_of__device_type/slug eq 'jetson-orin-nano'", 'sue')
    const kiosks = () =>
      world.count("/v7/device/$count?$filter=is_of__device_type/slug eq 'intel-nuc'", 'sue')
    expect(await fleets()).toEqual(['bus-wifi', 'cold-chain-eu'])
    expect([await cameras(), await kiosks()]).toEqual([1, 0])
    // The page of the fleet names its organization, of which support sees nothing else.
    const owner = async () => {
      const path =
        "/v7/application?$select=id&$filter=app_name eq 'cold-chain-eu'&$expand=organization($select=handle)"
      return (await world.rows(path, 'sue')).map((row) => row['organization'])
    }
    expect(await owner()).toEqual([[{ handle: 'acme_logistics' }]])
    expect(await world.count('/v7/organization_membership/$count', 'sue')).toBe(0)
    pass(world, 2 * HOUR + MINUTE)
    expect([await fleets(), await cameras()]).toEqual([['bus-wifi', 'cold-chain-eu'], 0])
    pass(world, 3 * DAY)
    expect(await fleets()).toEqual(['bus-wifi'])
  })

  test('Ada cannot leave the organization of which she is the only administrator, but can leave the other', async () => {
    const world = open('last-administrator')
    const membership = async (handle: string) => {
      const [row] = await world.rows(
        `/v7/organization_membership?$select=id&$filter=user/username eq 'ada' and is_member_of__organization/handle eq '${handle}'`,
        'pat',
      )
      return `/v7/organization_membership(${Number(row?.['id'])})`
    }
    const leave = async (handle: string) =>
      (await world.request(await membership(handle), { as: 'ada', method: 'DELETE' })).status
    expect(await leave('acme_logistics')).toBeGreaterThanOrEqual(400)
    expect(await leave('tidewater_research')).toBe(200)
    expect(
      await world.count(
        "/v7/organization_membership/$count?$filter=user/username eq 'ada' and is_member_of__organization/handle eq 'acme_logistics'",
        'pat',
      ),
    ).toBe(1)
  })

  test('Tess must enter a code after her password, and Devi can continue the setup with the same secret', async () => {
    const world = open('two-factor-pending')
    const login = { username: 'tess@flotilla.example', password: 'flotilla-demo' }
    const [status, token] = await statusAndText(world.request('/login_', { method: 'POST', body: login }))
    expect(status).toBe(200)
    const claims = JSON.parse(
      atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    ) as object
    expect(claims).toMatchObject({ twoFactorRequired: true })
    const setup = await statusAndText(world.request('/auth/totp/setup', { as: 'devi' }))
    expect(setup).toEqual([200, expect.stringContaining(DEVI_SECRET)])
  })

  test('the accounts of Olive and Sol do not match their identities', async () => {
    const world = open('sso-mismatch')
    const link = async (username: 'olive' | 'sol', email: string) => {
      const party = '/__flotilla/sign-in/saml?identity_provider=acme&return_to=https://dashboard.example/saml'
      const json = { accept: 'application/json' }
      const decision = { decision: 'approve', email }
      const [, redirect] = await statusAndText(
        world.request(party, { method: 'POST', body: decision, headers: json }),
      )
      const { location } = JSON.parse(redirect) as { location: string }
      const code = new URL(location).searchParams.get('code')
      const body = { code, token: await world.token(username) }
      return statusAndText(world.request('/auth/saml/finalize', { method: 'POST', body }))
    }
    const accounts = () => world.count('/v7/saml_account/$count', 'ada')
    const before = await accounts()
    const [status, reason] = await link('olive', OLIVE_AT_WORK)
    expect([status, reason]).toEqual([400, expect.stringContaining(OLIVE_AT_WORK)])
    expect(reason).toContain('olive@flotilla.example')
    expect(await link('sol', 'sol@flotilla.example')).toEqual([400, expect.stringContaining('somebody else')])
    expect(await accounts()).toBe(before)
  })
})

describe('invoices', () => {
  const acme = async (world: TestCloud) => {
    const [row] = await world.rows(
      "/v7/organization?$select=id,is_frozen,has_past_due_invoice_since__date&$filter=handle eq 'acme_logistics'",
      'ada',
    )
    const since = Date.parse(String(row?.['has_past_due_invoice_since__date']))
    return {
      id: Number(row?.['id']),
      isFrozen: row?.['is_frozen'],
      days: Math.floor((world.clock.now() - since) / DAY),
    }
  }
  const pastDueInvoices = async (world: TestCloud) => {
    const [, text] = await statusAndText(world.request('/billing/v1/account/1/invoices', { as: 'ada' }))
    return (JSON.parse(text) as { state: string }[]).filter(({ state }) => state === 'past_due').length
  }
  /** The subjects of billing emails to Acme, newest first. */
  const subjects = async (world: TestCloud) => {
    const [, text] = await statusAndText(
      world.request('/__flotilla/emails?to=accounts@acme-logistics.example'),
    )
    return (JSON.parse(text) as { subject: string }[]).map(({ subject }) => subject)
  }
  const frozen = (world: TestCloud) => world.count('/v7/device/$count?$filter=is_frozen eq true', 'ada')

  test('the organization on the free plan has four devices too many, which are frozen', async () => {
    const world = open('free-plan-over')
    expect(await devices(world, 'tide-buoys')).toBe(14)
    expect(await devices(world, 'tide-buoys', 'is_frozen eq true')).toBe(4)
    expect(await frozen(world)).toBe(4)
    expect(await acme(world)).toMatchObject({ isFrozen: false })
    expect(await fleetNames(world, 'devi')).toContain('tide-buoys')
    const [fleet] = await world.rows("/v7/application?$select=id&$filter=app_name eq 'tide-buoys'", 'ada')
    const body = { user: 1, application: fleet?.['id'], uuid: '0'.repeat(32), device_type: 'raspberrypi3' }
    const key = await world.request(`/api-key/application/${String(fleet?.['id'])}/provisioning`, {
      as: 'ada',
      method: 'POST',
      body: {},
    })
    const as = { credential: String(await key.json()) }
    expect((await world.request('/device/register', { as, method: 'POST', body })).status).toBe(403)
    expect(await devices(world, 'tide-buoys')).toBe(14)
  })

  test('the last invoice is past due because the card is declined, and credits cannot be bought', async () => {
    const world = open('payment-fails')
    expect(await acme(world)).toMatchObject({ isFrozen: false, days: 2 })
    expect(await subjects(world)).toEqual([expect.stringMatching(/^The payment of invoice \d+ failed$/)])
    expect(await pastDueInvoices(world)).toBe(1)
    const [feature] = await world.rows("/v7/feature?$select=id&$filter=slug eq 'device:microservices'", 'ada')
    const body = { belongs_to__organization: 1, is_for__feature: feature?.['id'], original_quantity: 10 }
    const [, text] = await statusAndText(
      world.request('/v7/credit_bundle', { as: 'ada', method: 'POST', body }),
    )
    expect(JSON.parse(text)).toMatchObject({
      payment_status: 'failed',
      error_message: 'Your card was declined.',
    })
  })

  test.each([
    [29, 1, false],
    [30, 1, false],
    [59, 2, false],
    [60, 2, true],
  ])('%i days past due: %i unpaid invoices, frozen: %s', async (days, invoices, isFrozen) => {
    const world = open(`past-due-${days}`)
    expect(await acme(world)).toEqual({ id: 1, isFrozen, days })
    expect(await pastDueInvoices(world)).toBe(invoices)
    expect(await frozen(world)).toBe(isFrozen ? 113 : 0)
    const phrases = (await subjects(world)).map(
      (subject) => /failed|will be frozen|is frozen/.exec(subject)?.[0],
    )
    expect(phrases).toEqual(
      { 29: ['failed'], 30: ['will be frozen', 'failed'] }[days] ?? [
        ...(isFrozen ? ['is frozen'] : []),
        'failed',
        'will be frozen',
        'failed',
      ],
    )
    pass(world, DAY)
    expect((await acme(world)).isFrozen).toBe(days >= 59)
  })
})
