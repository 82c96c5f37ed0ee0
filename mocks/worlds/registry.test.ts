import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTestCloud } from '../hosts/node.ts'
import { demoPeople } from './people.ts'
import { sites } from './places.ts'
import { scenarioNamed, scenarios } from './registry.ts'

const rows = readFileSync(new URL('../../docs/simulation.md', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.replaceAll(/ +/g, ' '))

/** Opens a world, reduced in size if it is large. */
const open = (name: string) =>
  createTestCloud(name, scenarioNamed(name).devices > 3000 ? { devices: 600 } : {})

test('every world has a unique name for URLs, a unique title, a description, people and tags', () => {
  expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length)
  expect(new Set(scenarios.map(({ title }) => title)).size).toBe(scenarios.length)
  for (const { name, title, description, people, tags } of scenarios) {
    expect(name).toMatch(/^[a-z0-9-]+$/)
    expect(title).toMatch(/^[A-Z0-9].{5,40}$/)
    expect(description).toMatch(/^[A-Z0-9].{30,240}\.$/)
    expect(people.length).toBeGreaterThan(0)
    expect(tags.length).toBeGreaterThan(0)
  }
})

test('the documentation lists all worlds in the same order, with their people', () => {
  const names = scenarios.map(({ name }) => `| \`${name}\` |`)
  expect(rows.filter((row) => names.some((name) => row.startsWith(name)))).toEqual(
    scenarios.map(
      ({ name, description, people }) => `| \`${name}\` | ${description} | ${people.join(', ')} |`,
    ),
  )
})

test.each(scenarios)(
  'all demo users can sign in to $name, and Ada is administrator',
  async ({ name, people }) => {
    const world = open(name)
    for (const { username } of demoPeople) await world.token(username)
    for (const username of people) {
      const body = { username: `${username}@flotilla.example`, password: 'flotilla-demo' }
      expect((await world.request('/login_', { method: 'POST', body })).status).toBe(200)
    }
    const [ada] = await world.rows(
      "/v7/organization_membership?$expand=organization_membership_role($select=name)&$filter=user/username eq 'ada' and is_member_of__organization/handle eq 'acme_logistics'",
      'ada',
    )
    expect(ada?.['organization_membership_role']).toMatchObject([{ name: 'administrator' }])
    world.dispose()
  },
)

test.each(scenarios.filter(({ name }) => name !== 'empty-account'))(
  'each demo user has their role in $name',
  async ({ name }) => {
    const world = open(name)
    const roleOf = async (username: string) => {
      const direct = await world.rows(
        `/v7/user_application_membership?$expand=application_membership_role($select=name)&$filter=user/username eq '${username}' and is_member_of__application/organization/handle eq 'acme_logistics'`,
        'pat',
      )
      const granted = await world.rows(
        `/v7/team_application_access?$expand=application_membership_role($select=name)&$filter=team/team_membership/any(m:m/user/username eq '${username}')`,
        'pat',
      )
      return new Set([...direct, ...granted].map((row) => JSON.stringify(row['application_membership_role'])))
    }
    for (const { username, role } of demoPeople) {
      if (role === null || role === 'administrator' || role === 'member') continue
      expect([username, ...(await roleOf(username))]).toEqual([
        username,
        expect.stringContaining(`"${role}"`),
      ])
    }
    world.dispose()
  },
)

test.each(scenarios)('$name has the described number of devices', async ({ name, devices }) => {
  if (devices > 100_000) return
  const world = createTestCloud(name)
  const state = (await (await world.request('/__flotilla/state')).json()) as { devices: number }
  expect(state.devices).toBe(devices)
  world.dispose()
})

test('the devices of cold-chain-eu report low temperatures, and are in Europe near their site', async () => {
  const world = createTestCloud('release-day')
  const devices = await world.rows(
    "/v7/device?$select=uuid,latitude,longitude&$expand=device_tag($select=tag_key,value)&$filter=belongs_to__application/app_name eq 'cold-chain-eu' and latitude ne null",
    'ada',
  )
  expect(devices.length).toBeGreaterThan(1100)
  const known = Object.values(sites)
  for (const { latitude, longitude, device_tag: tags } of devices) {
    const code = (tags as { tag_key: string; value: string }[]).find((tag) => tag.tag_key === 'site')?.value
    const site = known.find((one) => one.code === code)
    expect(Math.abs(Number(latitude) - (site?.latitude ?? 0))).toBeLessThan(0.2)
    expect(Math.abs(Number(longitude) - (site?.longitude ?? 0))).toBeLessThan(0.3)
    expect([
      Number(latitude) > 36 && Number(latitude) < 60,
      Number(longitude) > -10 && Number(longitude) < 25,
    ]).toEqual([true, true])
  }
  const log = await world.request(`/device/v2/${String(devices[0]?.['uuid'])}/logs?count=400`, { as: 'ada' })
  const temperatures = [...(await log.text()).matchAll(/temp=(-?\d+\.\d)C/g)].map(([, text]) => Number(text))
  expect(temperatures.length).toBeGreaterThan(50)
  expect(Math.max(...temperatures)).toBeLessThan(-10)
  expect(Math.min(...temperatures)).toBeGreaterThan(-30)
  world.dispose()
})
