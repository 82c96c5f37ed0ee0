import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { badRequest } from './exchange.ts'
import { statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const ACME = 1

const names = (world: TestCloud, as: DemoName = 'ada') =>
  world.rows('/v7/organization?$select=id,name,handle&$orderby=id asc', as)

async function send(
  world: TestCloud,
  method: string,
  path: string,
  body?: Record<string, unknown>,
  as: DemoName = 'ada',
): Promise<[number, unknown]> {
  return statusAndBody(await world.request(path, { as, method, ...(body === undefined ? {} : { body }) }))
}

/** Sends a form with a logo, like a browser. */
async function sendLogo(
  world: TestCloud,
  file: { type: string; size: number },
  as: DemoName = 'ada',
): Promise<[number, unknown]> {
  const form = new FormData()
  form.set('logo_image', new File([new Uint8Array(file.size)], 'logo', { type: file.type }))
  return statusAndBody(await world.request(`/v7/organization(${ACME})`, { as, method: 'PATCH', body: form }))
}

test('the creator of an organization is its administrator, on the free plan', async () => {
  const world = openCloud()
  const [status, made] = await send(world, 'POST', '/v7/organization', { name: 'Harbour & Sons' }, 'mel')
  expect([status, made]).toMatchObject([
    201,
    { name: 'Harbour & Sons', handle: 'harbour_sons', is_frozen: false },
  ])
  const { id } = made as { id: number }
  expect(
    await world.rows(
      `/v7/organization_membership?$filter=is_member_of__organization eq ${id}&$select=id&$expand=user($select=username),organization_membership_role($select=name)`,
      'mel',
    ),
  ).toMatchObject([
    { user: [{ username: 'mel' }], organization_membership_role: [{ name: 'administrator' }] },
  ])
  const plan = await world.request(`/billing/v1/account/${id}/plan`, { as: 'mel' })
  expect(await statusAndBody(plan)).toMatchObject([200, { code: 'free-monthly' }])
})

test.each([
  ['without a name [ORG-005]', {}, 500],
  ['with an empty name [ORG-005]', { name: '' }, 400],
  ['with a name of blanks', { name: '   ' }, 400],
  ['with a number for a name', { name: 7 }, 400],
])('an organization %s is not created', async (_what, body, status) => {
  const world = openCloud()
  const before = await names(world)
  expect((await badRequest(() => send(world, 'POST', '/v7/organization', body)))[0]).toBe(status)
  expect(await names(world)).toEqual(before)
})

test('administrators can rename their organization, other users cannot [ORG-009]', async () => {
  const world = openCloud()
  const path = `/v7/organization(${ACME})`
  for (const as of ['devi', 'olive', 'mel'] as const) {
    expect(await send(world, 'PATCH', path, { name: 'Mine' }, as)).toEqual([401, ''])
  }
  expect((await names(world))[0]).toMatchObject({ name: 'Acme Logistics' })
  expect((await send(world, 'PATCH', path, { name: ' ' }))[0]).toBe(400)
  expect((await send(world, 'PATCH', path, { handle: 'Acme!' }))[0]).toBe(400)
  expect(await send(world, 'PATCH', path, { handle: 'tidewater_research' })).toEqual([
    409,
    '"handle" must be unique.',
  ])
  expect((await names(world))[0]).toMatchObject({ name: 'Acme Logistics', handle: 'acme_logistics' })
  expect(await send(world, 'PATCH', path, { name: 'Acme Freight' })).toEqual([200, ''])
  expect((await names(world))[0]).toMatchObject({ name: 'Acme Freight', handle: 'acme_logistics' })
})

test('organizations can have the same name, but different handles [ORG-006]', async () => {
  const world = openCloud()
  const make = (name: string, as: 'ada' | 'sue' = 'ada') =>
    send(world, 'POST', '/v7/organization', { name }, as)
  expect(await make('Acme Logistics')).toMatchObject([201, { handle: 'acme_logistics_2' }])
  expect(await make('ACME logistics', 'sue')).toMatchObject([201, { handle: 'acme_logistics_3' }])
  const [tidewater] = await world.rows(
    "/v7/organization?$select=id&$filter=handle eq 'tidewater_research'",
    'ada',
  )
  const path = `/v7/organization(${Number(tidewater?.['id'])})`
  expect(await send(world, 'PATCH', path, { name: 'Acme Logistics' })).toEqual([200, ''])
  expect(await world.rows(`${path}?$select=handle`, 'ada')).toEqual([{ handle: 'tidewater_research' }])
})

test('a logo is a PNG or JPEG of at most one megabyte [ORG-007, ORG-008]', async () => {
  const world = openCloud()
  const logo = () => world.rows(`/v7/organization(${ACME})?$select=logo_image`, 'ada')
  expect(await sendLogo(world, { type: 'image/svg+xml', size: 10 })).toEqual([
    400,
    'A logo is a png or jpeg image.',
  ])
  expect(await sendLogo(world, { type: 'image/png', size: 1_000_001 })).toEqual([
    400,
    'A logo may have 1 MB at most.',
  ])
  expect(await sendLogo(world, { type: 'image/png', size: 10 }, 'mel')).toEqual([401, ''])
  expect(await logo()).toEqual([{ logo_image: null }])
  for (const type of ['image/png', 'image/jpeg']) {
    expect(await sendLogo(world, { type, size: 1_000_000 })).toEqual([200, ''])
    expect(await logo()).toMatchObject([{ logo_image: { content_type: type, size: 1_000_000 } }])
  }
  expect(await send(world, 'PATCH', `/v7/organization(${ACME})`, { logo_image: null })).toEqual([200, ''])
  expect(await logo()).toEqual([{ logo_image: null }])
})

test('a name of digits stays a text, also in a form with a logo', async () => {
  const world = openCloud()
  const form = new FormData()
  form.set('name', '2026')
  form.set('logo_image', new File([new Uint8Array(10)], 'logo', { type: 'image/png' }))
  const made = await statusAndBody(
    await world.request('/v7/organization', { as: 'mel', method: 'POST', body: form }),
  )
  expect(made).toMatchObject([201, { name: '2026', logo_image: { size: 10 } }])
})

test('administrators can delete their organization with its fleets and devices, other users cannot', async () => {
  const world = openCloud()
  const path = `/v7/organization(${ACME})`
  const before = await names(world)
  for (const as of ['devi', 'mel'] as const) {
    expect((await send(world, 'DELETE', path, undefined, as))[0]).toBe(401)
  }
  expect(await names(world)).toEqual(before)
  expect(await send(world, 'DELETE', path)).toEqual([200, ''])
  expect(await names(world)).toEqual(before.filter((row) => row['id'] !== ACME))
  expect(await world.rows(`/v7/application?$filter=organization eq ${ACME}`, 'pat')).toEqual([])
  expect(await world.rows(`/v7/subscription?$filter=is_for__organization eq ${ACME}`, 'pat')).toEqual([])
  const billing = await world.request(`/billing/v1/account/${ACME}/invoices`, { as: 'ada' })
  expect(await statusAndBody(billing)).toEqual([401, ''])
})

test('an organization with a plan of the sales team cannot be deleted online', async () => {
  const world = openCloud()
  const [hostOs] = await world.rows("/v7/organization?$filter=handle eq 'balena_os'&$select=id", 'pat')
  const path = `/v7/organization(${Number(hostOs?.['id'])})`
  expect(await send(world, 'DELETE', path, undefined, 'pat')).toEqual([
    400,
    'The organization has a plan that is not sold online. Contact sales.',
  ])
  expect((await world.rows(`${path}?$select=id`, 'pat')).length).toBe(1)
})

async function membership(world: TestCloud, username: string): Promise<number> {
  const [row] = await world.rows(
    `/v7/organization_membership?$select=id&$filter=is_member_of__organization eq ${ACME} and user/username eq '${username}'`,
    'ada',
  )
  return Number(row?.['id'])
}

async function roles(world: TestCloud): Promise<Record<string, number>> {
  const rows = await world.rows('/v7/organization_membership_role?$select=id,name', 'ada')
  return Object.fromEntries(rows.map((row) => [String(row['name']), Number(row['id'])]))
}

const administrators = (world: TestCloud) =>
  world.rows(
    `/v7/organization_membership?$select=id&$filter=is_member_of__organization eq ${ACME} and organization_membership_role/name eq 'administrator'&$expand=user($select=username)`,
    'ada',
  )

const LAST =
  'It is necessary that each organization that is active, includes at least one organization membership that has an organization membership role that has a name (Auth) that is equal to "administrator"'

test('the role of the last administrator cannot be changed [ORG-012, MEMBER-008, MEMBER-020]', async () => {
  const world = openCloud()
  const { member = 0, administrator = 0 } = await roles(world)
  const own = `/v7/organization_membership(${await membership(world, 'ada')})`
  expect(await send(world, 'DELETE', own)).toEqual([400, LAST])
  expect(await send(world, 'PATCH', own, { organization_membership_role: member })).toEqual([400, LAST])
  expect(await administrators(world)).toMatchObject([{ user: [{ username: 'ada' }] }])

  const other = `/v7/organization_membership(${await membership(world, 'devi')})`
  expect(await send(world, 'PATCH', other, { organization_membership_role: administrator })).toEqual([
    200,
    '',
  ])
  expect((await administrators(world)).length).toBe(2)
  expect(await send(world, 'PATCH', own, { organization_membership_role: member })).toEqual([200, ''])
})

test('only administrators can change roles [MEMBER-021]', async () => {
  const world = openCloud()
  const { administrator = 0 } = await roles(world)
  const mel = `/v7/organization_membership(${await membership(world, 'mel')})`
  const body = { organization_membership_role: administrator }
  for (const as of ['mel', 'devi', 'sue'] as const) {
    const [status] = await send(world, 'PATCH', mel, body, as)
    // The support agent belongs to no organization and cannot see the row.
    expect(status).toBe(as === 'sue' ? 200 : 401)
  }
  expect(await send(world, 'PATCH', mel, { organization_membership_role: 999 })).toEqual([
    409,
    'Data is referenced by organization_membership_role.',
  ])
  expect((await administrators(world)).length).toBe(1)
})

test('members can leave, and only administrators can remove them [MEMBER-009, MEMBER-010, MEMBER-019]', async () => {
  const world = openCloud()
  const olive = `/v7/organization_membership(${await membership(world, 'olive')})`
  const mel = `/v7/organization_membership(${await membership(world, 'mel')})`
  expect((await send(world, 'DELETE', olive, undefined, 'mel'))[0]).toBe(401)
  expect(await send(world, 'DELETE', mel, undefined, 'mel')).toEqual([200, ''])
  expect(await send(world, 'DELETE', olive)).toEqual([200, ''])
  expect(await membership(world, 'mel')).toBeNaN()
  expect(await membership(world, 'olive')).toBeNaN()
})
