import { describe, expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { deviceContainers } from '../../simulator/views/containers.ts'
import { restoreWorld } from '../../simulator/world/simulated-world.ts'
import { aDevice, fleetId } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const MINUTE = 60_000

/** The devices of a cloud, as of now. */
const devicesOf = (cloud: TestCloud) => restoreWorld(cloud.cloud.snapshot().world)

/** The value of a variable in each container of a device, and the ids of the containers. */
function containersWith(cloud: TestCloud, device: number, name: string) {
  const containers = devicesOf(cloud).read(deviceContainers, device - 1)
  return {
    values: Object.fromEntries(containers.map((it) => [it.name, it.environment[name]])),
    ids: containers.map(({ id }) => id),
  }
}

async function created(cloud: TestCloud, resource: string, body: Record<string, unknown>): Promise<number> {
  const response = await cloud.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: number }).id
}

const pass = (cloud: TestCloud, ms: number) => cloud.clock.advanceTo(cloud.clock.now() + ms)

describe('a variable written through the API', () => {
  test('of a fleet is in all containers within a poll, and the supervisor says so until then', async () => {
    const cloud = openCloud()
    const { id } = await aDevice(cloud, 'cold-chain-eu')
    const before = containersWith(cloud, id, 'LOG_LEVEL_X')
    const application = await fleetId(cloud, 'cold-chain-eu')
    const pending = async () => {
      const response = await cloud.request('/supervisor/v1/device', {
        as: 'ada',
        method: 'POST',
        body: { deviceId: id, method: 'GET' },
      })
      return ((await response.json()) as { update_pending: boolean }).update_pending
    }
    expect(await pending()).toBe(false)
    const variable = await created(cloud, 'application_environment_variable', {
      application,
      name: 'LOG_LEVEL_X',
      value: 'debug',
    })
    expect(await pending()).toBe(true)
    pass(cloud, 2 * MINUTE)
    expect(await pending()).toBe(false)
    const after = containersWith(cloud, id, 'LOG_LEVEL_X')
    expect(new Set(Object.values(after.values))).toEqual(new Set(['debug']))
    expect(after.ids.some((one) => before.ids.includes(one))).toBe(false)

    await cloud.request(`/v7/application_environment_variable(${variable})`, {
      as: 'ada',
      method: 'PATCH',
      body: { value: 'info' },
    })
    pass(cloud, 2 * MINUTE)
    expect(Object.values(containersWith(cloud, id, 'LOG_LEVEL_X').values)).toContain('info')
    await cloud.request(`/v7/application_environment_variable(${variable})`, { as: 'ada', method: 'DELETE' })
    pass(cloud, 2 * MINUTE)
    expect(Object.values(containersWith(cloud, id, 'LOG_LEVEL_X').values)).toEqual(
      Object.values(after.values).map(() => undefined),
    )
  })

  test('of one service of a device is in that container only', async () => {
    const cloud = openCloud()
    const { id } = await aDevice(cloud, 'cold-chain-eu')
    const before = containersWith(cloud, id, 'MODE_X')
    const [container] = devicesOf(cloud).read(deviceContainers, id - 1)
    const [install] = await cloud.rows(
      `/v7/service_install?$filter=device eq ${id} and installs__service eq ${container?.serviceId}&$select=id`,
      'ada',
    )
    await created(cloud, 'device_service_environment_variable', {
      service_install: install?.['id'],
      name: 'MODE_X',
      value: 'night',
    })
    pass(cloud, 2 * MINUTE)
    const after = containersWith(cloud, id, 'MODE_X')
    const set = Object.entries(after.values).filter(([, value]) => value !== undefined)
    expect(set).toEqual([[container?.name, 'night']])
    expect(after.ids.filter((one) => !before.ids.includes(one))).toHaveLength(1)
  })
})

test('a container has the variables of the target state, and the supervisor address by the label of its composition', async () => {
  const cloud = openCloud()
  const { id, uuid } = await aDevice(cloud, 'cold-chain-eu')
  const [, key] = [id, uuid]
  const [fleet] = await cloud.rows(
    `/v7/application?$filter=app_name eq 'cold-chain-eu'&$select=uuid,app_name&$expand=application_environment_variable($select=name,value)`,
    'ada',
  )
  const variables = fleet?.['application_environment_variable'] as { name: string; value: string }[]
  expect(variables.length).toBeGreaterThan(0)
  for (const { environment } of devicesOf(cloud).read(deviceContainers, id - 1)) {
    for (const { name, value } of variables) expect(environment[name]).toBe(value)
    expect(environment['BALENA_APP_UUID']).toBe(fleet?.['uuid'])
    expect(environment['BALENA_DEVICE_UUID']).toBe(key)
    expect(environment['BALENA_SUPERVISOR_ADDRESS']).toBe('http://10.114.104.1:48484')
  }
})
