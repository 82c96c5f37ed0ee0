import { expect, test } from 'vitest'
import { provisioningKey } from './machine.ts'
import { fleetId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

test('a legacy application cannot be renamed, and can be public only with a repository', async () => {
  const world = openCloud()
  const [legacy] = await world.rows("/v7/application_type?$select=id&$filter=slug eq 'legacy-v2'", 'ada')
  const [type] = await world.rows("/v7/device_type?$select=id&$filter=slug eq 'raspberrypi3'", 'ada')
  const body = {
    app_name: 'old-kiosk',
    organization: 1,
    is_for__device_type: type?.['id'],
    application_type: legacy?.['id'],
  }
  const made = await world.request('/v7/application', { as: 'ada', method: 'POST', body })
  expect(made.status).toBe(201)
  const id = await fleetId(world, 'old-kiosk')
  const change = async (changes: Record<string, unknown>) =>
    statusAndBody(
      await world.request(`/v7/application(${id})`, { as: 'ada', method: 'PATCH', body: changes }),
    )
  const before = await world.rows(`/v7/application(${id})?$select=app_name,slug,is_public`, 'ada')
  expect(await change({ app_name: 'kiosk-renamed' })).toEqual([
    400,
    'Classic and legacy applications cannot be renamed.',
  ])
  expect(await change({ is_public: true })).toEqual([400, 'Enter the address of the repository first.'])
  expect(await world.rows(`/v7/application(${id})?$select=app_name,slug,is_public`, 'ada')).toEqual(before)
  const url = 'https://github.com/flotilla-examples/hello-fleet'
  expect(await change({ is_stored_at__repository_url: url, is_public: true })).toEqual([200, ''])
})

test.each([
  ['2.9.0+rev1', [403, 'Device OS version is too low for the application type.']],
  ['2.11.0', [200, '']],
  ['10.2.3', [200, '']],
])(
  'a device with balenaOS %s moves to a fleet whose type needs 2.11.0, or does not',
  async (version, answer) => {
    const world = openCloud()
    const [home, target] = [await fleetId(world, 'cold-chain-eu'), await fleetId(world, 'kiosk-lobby')]
    const uuid = 'ab'.repeat(16)
    const body = {
      user: 1,
      application: home,
      uuid,
      device_type: 'raspberrypi4-64',
      os_version: `balenaOS ${version}`,
    }
    const joined = await world.request('/device/register', {
      as: await provisioningKey(world, home),
      method: 'POST',
      body,
    })
    expect(joined.status).toBe(201)
    const path = `/v7/device(uuid='${uuid}')`
    const move = { as: 'ada', method: 'PATCH', body: { belongs_to__application: target } } as const
    expect(await statusAndBody(await world.request(path, move))).toEqual(answer)
    const [row] = await world.rows(`${path}?$select=belongs_to__application`, 'ada')
    expect(row?.['belongs_to__application']).toEqual({ __id: answer[0] === 200 ? target : home })
  },
)

test('a type for paying customers is rejected for a free organization, and accepted for a paying one', async () => {
  const world = openCloud()
  const [paid] = await world.rows("/v7/application_type?$select=id&$filter=slug eq 'essentials'", 'ada')
  const REFUSED = [403, 'This application type is only available to paying customers.']
  const free = await fleetId(world, 'tide-buoys')
  const change = async (fleet: number) =>
    statusAndBody(
      await world.request(`/v7/application(${fleet})`, {
        as: 'ada',
        method: 'PATCH',
        body: { application_type: paid?.['id'] },
      }),
    )
  const typeOf = (fleet: number) =>
    world.rows(
      `/v7/application(${fleet})?$select=application_type&$expand=application_type($select=slug)`,
      'ada',
    )
  const before = await typeOf(free)
  expect(await change(free)).toEqual(REFUSED)
  expect(await typeOf(free)).toEqual(before)

  const [type] = await world.rows("/v7/device_type?$select=id&$filter=slug eq 'raspberrypi3'", 'ada')
  const make = async (organization: number, app_name: string) => {
    const body = { app_name, organization, is_for__device_type: type?.['id'], application_type: paid?.['id'] }
    return world.request('/v7/application', { as: 'ada', method: 'POST', body })
  }
  expect(await statusAndBody(await make(2, 'paid-buoys'))).toEqual(REFUSED)
  expect(await world.count("/v7/application/$count?$filter=app_name eq 'paid-buoys'", 'ada')).toBe(0)
  expect((await make(1, 'paid-kiosk')).status).toBe(201)
  expect(await typeOf(await fleetId(world, 'paid-kiosk'))).toEqual([
    { application_type: [{ slug: 'essentials' }] },
  ])
})
