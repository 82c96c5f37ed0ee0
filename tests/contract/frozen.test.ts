import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { provisioningKey } from './machine.ts'
import { aDevice, fleetId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const DAY = 86_400_000

const ACME = 1
const TIDEWATER = 2

const FROZEN = 'The organization is frozen. Update its billing details to go on.'
const TOO_MANY = 'The free plan allows 10 devices. Upgrade the plan to add more.'

const organization = async (world: TestCloud, id: number) =>
  (await world.rows(`/v7/organization(${id})?$select=is_frozen,has_past_due_invoice_since__date`, 'ada'))[0]

const frozenDevices = (world: TestCloud, id: number) =>
  world.count(
    `/v7/device/$count?$filter=is_frozen eq true and belongs_to__application/organization eq ${id}`,
    'ada',
  )

const pay = async (world: TestCloud, id: number, token_id: string) =>
  (await world.request(`/billing/v1/account/${id}/info`, { as: 'ada', method: 'PATCH', body: { token_id } }))
    .status

const forward = (world: TestCloud, days: number) => world.clock.advanceTo(world.clock.now() + days * DAY)

/** Makes Acme's card fail, 18 days before its next bill. */
async function withoutMoney(): Promise<TestCloud> {
  const world = openCloud()
  expect(await pay(world, ACME, 'pm_card_chargeCustomerFail')).toBe(200)
  forward(world, 18)
  return world
}

async function register(world: TestCloud, fleet: string, uuid: string, device_type = 'raspberrypi3') {
  const application = await fleetId(world, fleet)
  return statusAndBody(
    await world.request('/device/register', {
      as: await provisioningKey(world, application),
      method: 'POST',
      body: { user: 1, application, uuid, device_type },
    }),
  )
}

test('an unpaid bill is past due immediately, and freezes the organization after 60 days [FROZEN-004]', async () => {
  const world = await withoutMoney()
  const since = '2026-12-08T14:00:00.000Z'
  expect(await organization(world, ACME)).toEqual({
    is_frozen: false,
    has_past_due_invoice_since__date: since,
  })
  forward(world, 59)
  expect(await organization(world, ACME)).toEqual({
    is_frozen: false,
    has_past_due_invoice_since__date: since,
  })
  expect(await frozenDevices(world, ACME)).toBe(0)
  forward(world, 1)
  expect(await organization(world, ACME)).toEqual({
    is_frozen: true,
    has_past_due_invoice_since__date: since,
  })
  const all = await world.count(
    `/v7/device/$count?$filter=belongs_to__application/organization eq ${ACME}`,
    'ada',
  )
  expect(await frozenDevices(world, ACME)).toBe(all)
  expect(await organization(world, TIDEWATER)).toMatchObject({ is_frozen: false })
})

test('a frozen organization cannot add devices and has no support, and its devices receive no target', async () => {
  const world = await withoutMoney()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  forward(world, 60)
  expect(await register(world, 'cold-chain-eu', 'ab'.repeat(16), 'raspberrypi4-64')).toEqual([403, FROZEN])
  const support = await world.request(`/billing/v1/account/${ACME}/can-access-support`, { as: 'mel' })
  expect(await statusAndBody(support)).toEqual([200, false])
  expect((await world.request(`/device/v3/${uuid}/state`, { as: 'ada' })).status).toBe(304)
  const plan = { annual: false, tier: 'free' }
  const path = `/billing/v1/account/${ACME}/plan`
  expect((await world.request(path, { as: 'ada', method: 'PATCH', body: plan })).status).toBe(400)
})

test('a working card pays all unpaid bills, and unfreezes the organization', async () => {
  const world = await withoutMoney()
  forward(world, 60)
  expect(await pay(world, ACME, 'pm_card_visa')).toBe(200)
  expect(await organization(world, ACME)).toEqual({
    is_frozen: false,
    has_past_due_invoice_since__date: null,
  })
  expect(await frozenDevices(world, ACME)).toBe(0)
  const [, invoices] = await statusAndBody(
    await world.request(`/billing/v1/account/${ACME}/invoices`, { as: 'ada' }),
  )
  const states = (invoices as { state: string }[]).map(({ state }) => state)
  expect(states).not.toContain('open')
})

test('the free plan allows ten devices', async () => {
  const world = openCloud()
  const before = await world.count(
    `/v7/device/$count?$filter=belongs_to__application/organization eq ${TIDEWATER}`,
    'ada',
  )
  for (let n = before; n < 10; n++) {
    expect((await register(world, 'tide-buoys', String(n).repeat(32)))[0]).toBe(201)
  }
  expect(await register(world, 'tide-buoys', 'ab'.repeat(16))).toEqual([403, TOO_MANY])
  const made = await world.request('/v7/device', {
    as: 'ada',
    method: 'POST',
    body: {
      belongs_to__application: await fleetId(world, 'tide-buoys'),
      is_of__device_type: 5,
      uuid: 'cd'.repeat(16),
    },
  })
  expect(await statusAndBody(made)).toEqual([403, TOO_MANY])
  expect(await frozenDevices(world, TIDEWATER)).toBe(0)
})

test('no device can be moved into a full free organization', async () => {
  const world = openCloud()
  for (let n = 3; n < 10; n++) await register(world, 'tide-buoys', String(n).repeat(32))
  const { id } = await aDevice(world, 'cold-chain-eu')
  const home = await fleetId(world, 'cold-chain-eu')
  const moved = await world.request(`/v7/device(${id})`, {
    as: 'ada',
    method: 'PATCH',
    body: { belongs_to__application: await fleetId(world, 'tide-buoys') },
  })
  expect(await statusAndBody(moved)).toEqual([403, TOO_MANY])
  expect(await world.rows(`/v7/device(${id})?$select=belongs_to__application`, 'ada')).toEqual([
    { belongs_to__application: { __id: home } },
  ])
})

test('beyond the allowance the newer devices are frozen, until there are fewer or a paid plan [FROZEN-009, DEVLIST-020]', async () => {
  const world = openCloud()
  const fleet = await fleetId(world, 'tide-buoys')
  expect(await pay(world, TIDEWATER, 'pm_card_visa')).toBe(200)
  const change = async (tier: string) =>
    statusAndBody(
      await world.request(`/billing/v1/account/${TIDEWATER}/plan`, {
        as: 'ada',
        method: 'PATCH',
        body: { annual: false, tier },
      }),
    )
  const cams = await fleetId(world, 'kiosk-lobby')
  const given = await world.request(`/v7/application(${cams})`, {
    as: 'ada',
    method: 'PATCH',
    body: { organization: TIDEWATER },
  })
  expect(given.status).toBe(200)
  const total = await world.count(
    `/v7/device/$count?$filter=belongs_to__application/organization eq ${TIDEWATER}`,
    'ada',
  )
  expect(total).toBeGreaterThan(12)
  expect(await frozenDevices(world, TIDEWATER)).toBe(total - 10)
  expect(await organization(world, TIDEWATER)).toMatchObject({ is_frozen: false })

  const [first] = await world.rows(
    `/v7/device?$select=id&$top=1&$filter=belongs_to__application eq ${fleet}`,
    'ada',
  )
  await world.request(`/v7/device(${Number(first?.['id'])})`, { as: 'ada', method: 'DELETE' })
  expect(await frozenDevices(world, TIDEWATER)).toBe(total - 11)
  expect(await change('prototype-v2')).toEqual([200, ''])
  expect(await frozenDevices(world, TIDEWATER)).toBe(0)
  expect((await change('free'))[0]).toBe(400)

  const surplus = await world.rows(
    `/v7/device?$select=id&$filter=belongs_to__application/organization eq ${TIDEWATER}&$orderby=id asc&$skip=10`,
    'ada',
  )
  for (const { id } of surplus) {
    await world.request(`/v7/device(${Number(id)})`, { as: 'ada', method: 'DELETE' })
  }
  expect(await change('free')).toEqual([200, ''])
  expect(await frozenDevices(world, TIDEWATER)).toBe(0)
  expect(
    (await world.rows(`/v7/device?$select=id&$filter=belongs_to__application eq ${fleet}`, 'ada')).length,
  ).toBeLessThan(11)
})

test('operators and limited roles require a paid plan [PERM-041]', async () => {
  const world = openCloud()
  const roles = await world.rows('/v7/application_membership_role?$select=id,name', 'ada')
  const fleet = await fleetId(world, 'tide-buoys')
  const ada = 1
  for (const name of ['operator', 'safe-operator', 'safe-developer']) {
    const role = Number(roles.find((row) => row['name'] === name)?.['id'])
    const refused = [403, `The role ${name} needs a paid plan.`]
    const body = { user: ada, is_member_of__application: fleet, application_membership_role: role }
    const member = { as: 'ada', method: 'POST', body } as const
    expect(await statusAndBody(await world.request('/v7/user_application_membership', member))).toEqual(
      refused,
    )
    const invite = {
      is_invited_to__application: fleet,
      invitee: 'x@y.example',
      application_membership_role: role,
    }
    const sent = { as: 'ada', method: 'POST', body: invite } as const
    expect(await statusAndBody(await world.request('/v7/application_invite', sent))).toEqual(refused)
  }
  expect(
    await world.rows('/v7/user_application_membership?$filter=is_member_of__application eq ' + fleet, 'ada'),
  ).toEqual([])
  const developer = Number(roles.find((row) => row['name'] === 'developer')?.['id'])
  const body = { user: ada, is_member_of__application: fleet, application_membership_role: developer }
  const allowed = await world.request('/v7/user_application_membership', { as: 'ada', method: 'POST', body })
  expect(allowed.status).toBe(201)
})

test('frozen devices stay frozen after a snapshot', async () => {
  const world = await withoutMoney()
  forward(world, 60)
  const before = await frozenDevices(world, ACME)
  const again = openCloud('first-look', { snapshot: world.cloud.snapshot() })
  expect(await organization(again, ACME)).toMatchObject({ is_frozen: true })
  expect(await frozenDevices(again, ACME)).toBe(before)
})

test('changing to the free plan is not possible while devices are frozen [PLAN-013]', async () => {
  const world = openCloud()
  const path = `/billing/v1/account/${TIDEWATER}/plan`
  const move = async (tier: string) =>
    statusAndBody(await world.request(path, { as: 'ada', method: 'PATCH', body: { annual: false, tier } }))
  await pay(world, TIDEWATER, 'pm_card_visa')
  expect(await move('prototype-v2')).toEqual([200, ''])
  await pay(world, TIDEWATER, 'pm_card_chargeCustomerFail')
  forward(world, 30 + 60)
  expect(await frozenDevices(world, TIDEWATER)).toBe(3)
  expect(await move('free')).toEqual([400, 'The organization is frozen. Pay what is due first.'])
  expect(await frozenDevices(world, TIDEWATER)).toBe(3)
})
