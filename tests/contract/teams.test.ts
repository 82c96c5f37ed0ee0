import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { badRequest } from './exchange.ts'
import { fleetId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const ACME = 1
const TIDEWATER = 2

const teams = (world: TestCloud, as: DemoName = 'ada') =>
  world.rows('/v7/team?$select=id,name&$orderby=name asc', as)

const members = (world: TestCloud) => world.rows('/v7/team_membership?$orderby=id asc', 'ada')

async function send(
  world: TestCloud,
  method: string,
  path: string,
  body?: Record<string, unknown>,
  as: DemoName = 'ada',
): Promise<[number, unknown]> {
  return statusAndBody(await world.request(path, { as, method, ...(body === undefined ? {} : { body }) }))
}

const teamNamed = async (world: TestCloud, name: string): Promise<number> =>
  Number((await teams(world)).find((team) => team['name'] === name)?.['id'])

const userNamed = async (world: TestCloud, name: string): Promise<number> =>
  Number((await world.rows(`/v7/user?$select=id&$filter=username eq '${name}'`, 'ada'))[0]?.['id'])

const roleId = async (world: TestCloud, name: string): Promise<number> =>
  Number(
    (await world.rows(`/v7/application_membership_role?$select=id&$filter=name eq '${name}'`, 'ada'))[0]?.[
      'id'
    ],
  )

const draft = (name: string) => ({ name, belongs_to__organization: ACME })

test('a team is created, renamed and deleted, with its memberships and grants [TEAM-024, TEAM-025, TEAM-026]', async () => {
  const world = openCloud()
  const [status, made] = await send(world, 'POST', '/v7/team', draft('Divers'))
  expect([status, made]).toMatchObject([201, { name: 'Divers', belongs_to__organization: { __id: ACME } }])
  const path = `/v7/team(${await teamNamed(world, 'Divers')})`
  expect(await send(world, 'PATCH', path, { name: 'Deep divers' })).toEqual([200, ''])
  expect((await teams(world)).map((team) => team['name'])).toEqual([
    'Deep divers',
    'Field operations',
    'Firmware',
  ])
  const firmware = await teamNamed(world, 'Firmware')
  expect(await send(world, 'DELETE', `/v7/team(${firmware})`)).toEqual([200, ''])
  expect(
    await world.count(`/v7/team_membership/$count?$filter=is_member_of__team eq ${firmware}`, 'ada'),
  ).toBe(0)
  expect(await world.count(`/v7/team_application_access/$count?$filter=team eq ${firmware}`, 'ada')).toBe(0)
  // Devi was a developer only through this team.
  expect(await world.count('/v7/device/$count', 'devi')).toBe(0)
})

const badNames: [what: string, name: unknown, status: number, text: string][] = [
  ['without a name', undefined, 500, ''],
  ['with a name of blanks', '  ', 400, 'It is necessary that each team has a name that is not empty.'],
  ['with the name of another', 'Firmware', 409, '"belongs_to__organization" and "name" must be unique.'],
  ['with that name in capitals', 'FIRMWARE', 409, '"belongs_to__organization" and "name" must be unique.'],
]

test.each(badNames)('a team %s is not created [TEAM-010, TEAM-011]', async (_what, name, status, text) => {
  const world = openCloud()
  const before = await teams(world)
  const body = { belongs_to__organization: ACME, ...(name === undefined ? {} : { name }) }
  expect(await badRequest(() => send(world, 'POST', '/v7/team', body))).toEqual([status, text])
  if (name !== undefined) {
    const path = `/v7/team(${await teamNamed(world, 'Field operations')})`
    expect(await send(world, 'PATCH', path, { name })).toEqual([status, text])
  }
  expect(await teams(world)).toEqual(before)
})

test('a team keeps its name in other letter case, and another organization can use the same name [TEAM-011]', async () => {
  const world = openCloud()
  const path = `/v7/team(${await teamNamed(world, 'Firmware')})`
  expect(await send(world, 'PATCH', path, { name: 'FirmWare' })).toEqual([200, ''])
  const elsewhere = { name: 'Firmware', belongs_to__organization: TIDEWATER }
  expect((await send(world, 'POST', '/v7/team', elsewhere))[0]).toBe(201)
  expect(await send(world, 'PATCH', path, { belongs_to__organization: TIDEWATER })).toEqual([
    400,
    'A team cannot be given to another organization.',
  ])
})

test('teams are read with members, grants and organization, and those of one member separately [TEAM-015, TEAM-016, TEAM-017, TEAM-019, TEAM-020]', async () => {
  const world = openCloud()
  const devi = await userNamed(world, 'devi')
  const rows = await world.rows(
    `/v7/team?$select=id,name,created_at&$filter=belongs_to__organization eq ${ACME} and team_membership/any(tm:tm/user eq ${devi})&$expand=team_membership($expand=user($select=id,username;$expand=organization_membership($select=id))),team_application_access($expand=grants_access_to__application($select=app_name),application_membership_role($select=name)),belongs_to__organization($select=handle)`,
    'ada',
  )
  expect(rows).toMatchObject([
    {
      name: 'Firmware',
      created_at: expect.any(String),
      team_membership: [{ user: [{ username: 'devi', organization_membership: [{}] }] }],
      belongs_to__organization: [{ handle: 'acme_logistics' }],
    },
  ])
  expect(rows[0]?.['team_application_access']).toContainEqual(
    expect.objectContaining({ application_membership_role: [{ name: 'developer' }] }),
  )
  expect(
    await world.rows(
      `/v7/user?$select=id,username&$filter=organization_membership/any(om:om/is_member_of__organization eq ${ACME}) and username eq 'devi'&$expand=organization_membership($select=id;$filter=is_member_of__organization eq ${ACME})`,
      'ada',
    ),
  ).toMatchObject([{ username: 'devi', organization_membership: [{}] }])
  const [membership] = await world.rows(
    `/v7/team_membership?$filter=user eq ${devi}&$expand=user($select=username;$expand=organization_membership($select=id),owns__saml_account($select=id))`,
    'ada',
  )
  expect(membership).toMatchObject({
    user: [{ username: 'devi', organization_membership: [{}], owns__saml_account: [] }],
  })
})

test('members of an organization are added to its teams by username, once; other users are rejected [TEAM-021]', async () => {
  const world = openCloud()
  const team = await teamNamed(world, 'Firmware')
  const join = (username: string, as: DemoName = 'ada') =>
    send(world, 'POST', '/v7/team_membership', { username, is_member_of__team: team }, as)
  expect((await join('mel'))[0]).toBe(201)
  const before = await members(world)
  expect(await join('mel')).toEqual([409, '"user" and "is_member_of__team" must be unique.'])
  expect(await join('una')).toEqual([400, 'The user is not a member of the organization.'])
  expect(await join('nobody')).toEqual([404, 'User not found: nobody'])
  for (const as of ['devi', 'omar', 'mel'] as const) expect(await join('olive', as)).toEqual([401, ''])
  expect(await members(world)).toEqual(before)
})

test('team members are removed individually or together, and can leave [TEAM-007, TEAM-022, TEAM-023]', async () => {
  const world = openCloud()
  const [firmware, field] = [await teamNamed(world, 'Firmware'), await teamNamed(world, 'Field operations')]
  const mel = await userNamed(world, 'mel')
  for (const team of [firmware, field]) {
    const body = { username: 'mel', is_member_of__team: team }
    expect((await send(world, 'POST', '/v7/team_membership', body))[0]).toBe(201)
  }
  const own = `/v7/team_membership?$filter=user eq ${mel} and is_member_of__team in (${firmware},${field})`
  expect(await send(world, 'DELETE', own)).toEqual([200, ''])
  expect(await world.count(`/v7/team_membership/$count?$filter=user eq ${mel}`, 'ada')).toBe(0)

  const of = async (name: string) =>
    Number(
      (await members(world)).find(
        (row) => JSON.stringify(row['user']) === JSON.stringify({ __id: name === 'devi' ? devi : omar }),
      )?.['id'],
    )
  const [devi, omar] = [await userNamed(world, 'devi'), await userNamed(world, 'omar')]
  const others = await of('omar')
  expect(await send(world, 'DELETE', `/v7/team_membership(${others})`, undefined, 'devi')).toEqual([401, ''])
  expect(await of('omar')).toBe(others)
  expect(await send(world, 'DELETE', `/v7/team_membership(${await of('devi')})`, undefined, 'devi')).toEqual([
    200,
    '',
  ])
  expect(await send(world, 'DELETE', `/v7/team_membership?$filter=id in (${others})`)).toEqual([200, ''])
  expect(await members(world)).toEqual([])
})

test('a team is given a role on a fleet, another one, and none [TEAM-027, TEAM-028, TEAM-029]', async () => {
  const world = openCloud()
  await send(world, 'POST', '/v7/team', draft('Divers'))
  const team = await teamNamed(world, 'Divers')
  await send(world, 'POST', '/v7/team_membership', { username: 'mel', is_member_of__team: team })
  const fleet = await fleetId(world, 'cold-chain-eu')
  const grant = {
    team,
    grants_access_to__application: fleet,
    application_membership_role: await roleId(world, 'observer'),
  }
  const may = async (action: string) => {
    const body = { action }
    return (await send(world, 'POST', `/v7/application(${fleet})/canAccess`, body, 'mel'))[0]
  }
  expect((await send(world, 'POST', '/v7/team_application_access', grant))[0]).toBe(201)
  expect((await send(world, 'POST', '/v7/team_application_access', grant))[0]).toBe(409)
  expect(await world.count(`/v7/application/$count?$filter=id eq ${fleet}`, 'mel')).toBe(1)
  expect(await may('update')).toBe(401)
  const rows = `/v7/team_application_access?$filter=team eq ${team} and grants_access_to__application eq ${fleet}`
  const developer = { application_membership_role: await roleId(world, 'developer') }
  for (const as of ['omar', 'mel'] as const)
    expect(await send(world, 'PATCH', rows, developer, as)).toEqual([401, ''])
  expect(await may('update')).toBe(401)
  expect(await send(world, 'PATCH', rows, developer)).toEqual([200, ''])
  expect(await may('update')).toBe(200)
  expect(await send(world, 'DELETE', rows)).toEqual([200, ''])
  expect(await world.count(`/v7/application/$count?$filter=id eq ${fleet}`, 'mel')).toBe(0)
})
