import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { osLine } from '../../src/domain/os-update/os-line.ts'
import type { HostApp } from '../../src/domain/os-update/os-line.ts'
import { schemaDefault } from '../../src/features/variables/config-properties.ts'
import { settingRows } from '../../src/features/variables/config-rows.ts'
import { nothingStaged, variableRows } from '../../src/features/variables/staged-variables.ts'
import { aDevice, expanded, fleetId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

// Values in the entities of the specification that are derived from the rows of the API.

const GPU = 'RESIN_HOST_CONFIG_gpu_mem'

async function schemasOf(world: TestCloud, deviceType: string) {
  const [, body] = await statusAndBody(
    await world.request(`/config/vars?deviceType=${deviceType}`, { as: 'ada' }),
  )
  return (body as { configVarSchema: { properties: Record<string, { description: string }> } })
    .configVarSchema.properties
}

async function setVariable(world: TestCloud, resource: string, owner: object, value: string) {
  const body = { ...owner, name: GPU, value }
  const made = await world.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body })
  expect(made.status).toBe(201)
}

test('a device contains its versions and addresses, and its OS version gives the release line [DATA-019]', async () => {
  const world = openCloud()
  const fields = 'os_version,os_variant,supervisor_version,ip_address,public_address,mac_address'
  const { id } = await aDevice(world, 'cold-chain-eu')
  const [device] = await world.rows(
    `/v7/device(${id})?$select=${fields}&$expand=is_of__device_type($select=slug)`,
    'ada',
  )
  for (const name of fields.split(',')) expect([name, device?.[name]]).toEqual([name, expect.any(String)])
  const version = String(device?.['os_version']).replace(/^\D*/, '')
  const { slug } = expanded(device, 'is_of__device_type')
  const hostApps = await world.rows(
    `/v7/application?$select=id&$filter=is_host eq true and is_for__device_type/any(dt:dt/slug eq '${String(slug)}')&$expand=application_tag($select=tag_key,value),owns__release($select=raw_version,phase;$filter=raw_version eq '${version}')`,
    'ada',
  )
  const found = (hostApps as unknown as HostApp[]).flatMap(({ owns__release }) => owns__release)
  expect(found).toHaveLength(1)
  expect(['next', 'current', 'sunset', 'outdated', null]).toContain(
    osLine(version, hostApps as unknown as HostApp[]),
  )
  expect(osLine(version, hostApps as unknown as HostApp[])).toBe(found[0]?.phase ?? null)
})

test('a configuration variable of a fleet contains its application, name and value, and whether setting it reboots [DATA-031]', async () => {
  const world = openCloud()
  const application = await fleetId(world, 'bench-lab')
  await setVariable(world, 'application_config_variable', { application }, '64')
  const [row] = await world.rows(
    `/v7/application_config_variable?$select=id,application,name,value&$filter=application eq ${application} and name eq '${GPU}'`,
    'ada',
  )
  expect(row).toEqual({ id: expect.any(Number), application: { __id: application }, name: GPU, value: '64' })
  const own = [{ id: Number(row?.['id']), name: GPU, value: '64', serviceId: null }]
  const { known } = settingRows(variableRows(own, nothingStaged), await schemasOf(world, 'raspberrypi4-64'))
  const setting = known.find(({ name }) => name === GPU)
  expect([setting?.saved?.value, setting?.property?.will_reboot]).toEqual(['64', true])
})

test('a configuration variable of a device contains a description, its value and that of the fleet, and whether setting it reboots [DATA-035]', async () => {
  const world = openCloud()
  const application = await fleetId(world, 'cold-chain-eu')
  const { id: device } = await aDevice(world, 'cold-chain-eu')
  await setVariable(world, 'device_config_variable', { device }, '128')
  const read = async (resource: string, owner: string) =>
    (
      await world.rows(`/v7/${resource}?$select=id,name,value&$filter=${owner} and name eq '${GPU}'`, 'ada')
    ).map(({ id, name, value }) => ({
      id: Number(id),
      name: String(name),
      value: String(value),
      serviceId: null,
    }))
  const own = await read('device_config_variable', `device eq ${device}`)
  const inherited = await read('application_config_variable', `application eq ${application}`)
  expect([own, inherited]).toEqual([[expect.anything()], [expect.anything()]])
  const schemas = await schemasOf(world, 'raspberrypi4-64')
  const { known } = settingRows(variableRows(own, nothingStaged, inherited), schemas)
  const setting = known.find(({ name }) => name === GPU)
  expect(setting).toMatchObject({
    name: GPU,
    saved: { id: own[0]?.id, value: '128' },
    inherited: { value: inherited[0]?.value },
    property: { description: schemas[GPU]?.description, will_reboot: true },
  })
  expect(setting?.property && schemaDefault(setting.property)).toBe('16')
})

test('usage of a free plan: the allowance, the number of devices, and whether some are frozen [DATA-042]', async () => {
  const figures = async (scenario: string) => {
    const world = openCloud(scenario)
    const [organization] = await world.rows("/v7/organization(handle='tidewater_research')?$select=id", 'ada')
    const filter = `belongs_to__application/any(bta:bta/organization eq ${Number(organization?.['id'])})`
    const [subscription] = await world.rows(
      `/v7/subscription?$filter=is_active eq true and is_for__organization eq ${Number(organization?.['id'])}&$expand=is_for__plan($select=billing_code;$expand=plan_feature($select=quantity;$filter=provides__feature/any(f:f/slug eq 'device:microservices')))`,
      'ada',
    )
    const plan = expanded(subscription, 'is_for__plan')
    expect(plan['billing_code']).toBe('free')
    return {
      freeDeviceAllowance: expanded(plan, 'plan_feature')['quantity'],
      totalDeviceCount: await world.count(`/v7/device/$count?$filter=${filter}`, 'ada'),
      frozen: await world.count(`/v7/device/$count?$filter=is_frozen eq true and ${filter}`, 'ada'),
    }
  }
  expect(await figures('free-plan-over')).toEqual({
    freeDeviceAllowance: 10,
    totalDeviceCount: 14,
    frozen: 4,
  })
  expect(await figures('first-look')).toMatchObject({ freeDeviceAllowance: 10, frozen: 0 })
})
