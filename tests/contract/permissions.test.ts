import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { DEMO_PASSWORD } from '../../mocks/worlds/people.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { everybody } from './permission-attempts.ts'
import { aDevice, fleetId } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

test.each<[name: DemoName, fleets: number]>([
  ['ada', 10],
  ['devi', 10],
  ['sadie', 10],
  ['omar', 10],
  ['sol', 10],
  ['olive', 10],
  ['mel', 0],
])('%s sees the fleets that a membership gives: %i [PERM-005, PERM-022]', async (name, fleets) => {
  const world = openCloud()
  const rows = await world.rows(
    '/v7/application?$select=id&$filter=is_directly_accessible_by__user/any(dau:1 eq 1) and organization eq 1',
    name,
  )
  expect(rows).toHaveLength(fleets)
  const devices = await world.count('/v7/device/$count', name)
  expect(devices > 0).toBe(fleets > 0)
})

test('other organizations are invisible in lists, expansions and counts', async () => {
  const world = openCloud()
  const northwind = await fleetId(world, 'ticket-gates')
  expect(await world.rows(`/v7/application(${northwind})`, 'ada')).toEqual([])
  expect(await world.rows(`/v7/device?$filter=belongs_to__application eq ${northwind}`, 'ada')).toEqual([])
  expect(await world.count(`/v7/device/$count?$filter=belongs_to__application eq ${northwind}`, 'ada')).toBe(
    0,
  )
  expect(await world.rows('/v7/organization(3)', 'ada')).toEqual([])
  expect(await world.rows("/v7/user?$select=id&$filter=username eq 'nils'", 'ada')).toEqual([])
  expect(await world.rows(`/v7/release?$filter=belongs_to__application eq ${northwind}`, 'ada')).toEqual([])
  const types = await world.rows(
    "/v7/device_type?$select=slug&$filter=slug eq 'raspberrypi4-64'&$expand=is_default_for__application($select=slug;$filter=startswith(slug,'northwind'))",
    'ada',
  )
  expect(types).toEqual([{ slug: 'raspberrypi4-64', is_default_for__application: [] }])
})

test('a platform admin sees everything; a support agent only resources with support access [PERM-018, PERM-019]', async () => {
  const world = openCloud()
  const names = async (as: DemoName) =>
    (
      await world.rows('/v7/application?$select=app_name&$orderby=app_name asc&$filter=organization ne 4', as)
    ).map((row) => row['app_name'])
  expect(await names('pat')).toContain('ticket-gates')
  expect(await names('pat')).toContain('cold-chain-eu')
  expect(await names('sue')).toEqual(['bus-wifi', 'edge-metrics'])
  expect(await world.count('/v7/device/$count', 'sue')).toBe(2)

  world.clock.advanceTo(world.clock.now() + 8 * 86_400_000)
  expect(await names('sue')).toEqual(['edge-metrics'])
})

test('public resources, and nothing else, are readable without signing in', async () => {
  const world = openCloud()
  const asNobody = async (path: string) => (await (await world.request(path)).json()) as { d: unknown[] }
  expect((await asNobody('/v7/device_type?$select=slug')).d).toHaveLength(15)
  expect(
    (await asNobody("/v7/application?$select=slug&$filter=slug eq 'balena_os/intel-nuc'")).d,
  ).toHaveLength(1)
  expect(
    (await asNobody("/v7/application?$select=slug&$filter=slug eq 'acme_logistics/bench-lab'")).d,
  ).toEqual([])
})

test('a membership contains the highest role in the organization [DATA-049, PERM-097]', async () => {
  const rows = await openCloud().rows(
    "/v7/organization_membership?$select=effective_seat_role&$filter=is_member_of__organization eq 1 and user/any(u:u/username in ('ada','devi','sadie','omar','sol','olive','mel'))&$expand=user($select=username)",
    'ada',
  )
  const roles = rows.map((row) => {
    const [user] = row['user'] as { username: string }[]
    return [user?.username, row['effective_seat_role']]
  })
  expect(Object.fromEntries(roles)).toEqual({
    ada: 'administrator',
    devi: 'developer',
    sadie: 'safe-developer',
    omar: 'operator',
    sol: 'safe-operator',
    olive: 'observer',
    mel: 'member',
  })
})

test.each<[action: string, allowed: DemoName[]]>([
  ['ssh [PERM-053]', ['ada', 'devi', 'sadie', 'omar', 'sol', 'pat']],
  ['ssh-host [PERM-054]', ['ada', 'devi', 'omar', 'pat']],
  ['supervisor-proxy-write [PERM-043]', ['ada', 'devi', 'omar']],
  ['actions-proxy-hup [PERM-047]', ['ada', 'devi', 'sadie', 'omar', 'sol', 'pat']],
  ['actions-proxy-supervisorupgrade [PERM-048]', ['ada', 'devi', 'omar']],
  ['access_diagnostics [PERM-029, PERM-035]', ['ada', 'devi', 'sadie', 'omar', 'sol', 'pat']],
])('a user can check the permission to %s in advance', async (titled, allowed) => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const action = titled.split(' ')[0]
  const may: DemoName[] = []
  for (const name of everybody) {
    const response = await world.request(`/v7/device(${id})/canAccess`, {
      as: name,
      method: 'POST',
      body: { action },
    })
    if (response.status === 200) {
      expect(await response.json()).toEqual({ d: [{ id }] })
      may.push(name)
    } else expect([response.status, await response.text()]).toEqual([401, ''])
  }
  expect(may).toEqual(allowed)
})

test('the last administrator cannot be removed', async () => {
  const world = openCloud()
  const [own] = await world.rows(
    '/v7/organization_membership?$select=id&$filter=is_member_of__organization eq 2',
    'ada',
  )
  const response = await world.request(`/v7/organization_membership(${Number(own?.['id'])})`, {
    as: 'ada',
    method: 'DELETE',
  })
  expect(response.status).toBe(400)
  expect(
    await world.rows('/v7/organization_membership?$select=id&$filter=is_member_of__organization eq 2', 'ada'),
  ).toEqual([own])
})

test('an organization has two roles, a fleet five, and the platform two kinds of staff [PERM-001, PERM-006, PERM-017]', async () => {
  const world = openCloud()
  const names = async (resource: string) =>
    (await world.rows(`/v7/${resource}?$select=name&$orderby=name asc`, 'ada')).map((row) => row['name'])
  expect(await names('organization_membership_role')).toEqual(['administrator', 'member'])
  expect(await names('application_membership_role')).toEqual([
    'developer',
    'observer',
    'operator',
    'safe-developer',
    'safe-operator',
  ])
  // Of the demo users, only staff see resources without a membership: they belong to no organization.
  const outsiders: DemoName[] = []
  for (const name of everybody) {
    const who = await world.request('/user/v1/whoami', { as: name })
    const { id } = (await who.json()) as { id: number }
    if ((await world.count(`/v7/organization_membership/$count?$filter=user eq ${id}`, 'pat')) === 0)
      outsiders.push(name)
  }
  expect(outsiders).toEqual(['sue', 'pat'])
})

test('an administrator of an organization administers all its fleets, without a role on them [PERM-002, PERM-099]', async () => {
  const world = openCloud()
  const own = "user/any(u:u/username eq 'ada')"
  const direct = await world.rows(`/v7/user_application_membership?$filter=${own}`, 'ada')
  const teams = await world.rows(`/v7/team_membership?$filter=${own}`, 'ada')
  expect([direct, teams]).toEqual([[], []])
  const fleets = await world.rows('/v7/application?$select=id&$filter=organization eq 1', 'ada')
  expect(fleets.length).toBeGreaterThan(5)
  for (const { id } of fleets) {
    for (const action of ['update', 'delete', 'transfer', 'change-type']) {
      const response = await world.request(`/v7/application(${Number(id)})/canAccess`, {
        as: 'ada',
        method: 'POST',
        body: { action },
      })
      expect([id, action, response.status]).toEqual([id, action, 200])
    }
  }
})

test('every role can read the releases of its fleets [PERM-082]', async () => {
  const world = openCloud()
  const fleet = await fleetId(world, 'cold-chain-eu')
  const filter = `$filter=belongs_to__application eq ${fleet}`
  const all = await world.rows(`/v7/release?$select=id,raw_version&$orderby=id asc&${filter}`, 'ada')
  expect(all.length).toBeGreaterThan(3)
  for (const name of ['devi', 'sadie', 'omar', 'sol', 'olive', 'pat'] as const) {
    expect(await world.rows(`/v7/release?$select=id,raw_version&$orderby=id asc&${filter}`, name)).toEqual(
      all,
    )
  }
})

test('staff can update the supervisor of another user only when signed in as that user [PERM-095]', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const [release] = await world.rows(
    "/v7/release?$select=id&$top=1&$orderby=semver_major desc,semver_minor desc&$filter=status eq 'success' and belongs_to__application/any(a:startswith(a/slug,'balena_os/') and endswith(a/slug,'-supervisor') and a/is_for__device_type/any(dt:dt/is_of__cpu_architecture/any(c:c/slug eq 'aarch64')))",
    'pat',
  )
  const body = { should_be_managed_by__release: Number(release?.['id']) }
  const watch = `/v7/device(${id})?$select=should_be_managed_by__release`
  const before = await world.rows(watch, 'ada')
  const refused = await world.request(`/v7/device(${id})`, { as: 'pat', method: 'PATCH', body })
  expect([refused.status, await refused.text()]).toEqual([401, ''])
  expect(await world.rows(watch, 'ada')).toEqual(before)

  const login = await world.request('/login_', { as: 'pat', method: 'PATCH', body: { username: 'ada' } })
  const credential = await login.text()
  const done = await world.request(`/v7/device(${id})`, { as: { credential }, method: 'PATCH', body })
  expect(done.status).toBe(200)
  expect(await world.rows(watch, 'ada')).not.toEqual(before)
})

/** The credential of Nils, the administrator of another organization, who is no demo user. */
async function asNils(world: TestCloud): Promise<{ credential: string }> {
  const body = { username: 'nils@flotilla.example', password: DEMO_PASSWORD }
  return { credential: await (await world.request('/login_', { method: 'POST', body })).text() }
}

test('staff see all identity providers and their organizations, other users those of their own organizations', async () => {
  const world = openCloud()
  const nils = await asNils(world)
  const seen = async (resource: string, as: DemoName | { credential: string }) => {
    const response = await world.request(`/v7/${resource}?$select=id`, { as })
    expect(response.status).toBe(200)
    return ((await response.json()) as { d: unknown[] }).d.length
  }
  for (const resource of ['identity_provider', 'identity_provider_membership']) {
    const all = await seen(resource, 'pat')
    expect(all).toBeGreaterThan(0)
    expect(await seen(resource, 'sue')).toBe(all)
    expect(await seen(resource, 'ada')).toBe(all)
    expect(await seen(resource, nils)).toBe(0)
  }
})
