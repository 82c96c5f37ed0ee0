import { describe, expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { PLATFORM_NAMES } from '../../../mocks/platforms/platform.ts'
import { aMachine, targetOf, updateReport } from '../machine.ts'
import { fleetId, statusAndBody } from '../subjects.ts'
import { openCloud } from '../use-cloud.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

const pass = (world: TestCloud, ms: number) => world.clock.advanceTo(world.clock.now() + ms)

const installsOf = (world: TestCloud, device: number) =>
  world.rows(
    `/v7/image_install?$select=id,status,download_progress,install_date&$filter=device eq ${device}&$orderby=id asc`,
    'ada',
  )

const statusesOf = async (world: TestCloud, device: number) =>
  (await installsOf(world, device)).map(({ status }) => status)

/** A simulated device that has rejected version 3.0.0 of its fleet, and runs 1.0.0. */
async function rejecting(platform: (typeof PLATFORM_NAMES)[number]) {
  const world = openCloud('rare-things', { platform })
  const [row] = await world.rows(
    "/v7/device?$select=id,uuid,update_status&$filter=device_name eq 'rejected'&$expand=is_running__release($select=id,raw_version)",
    'ada',
  )
  if (row === undefined) throw new Error('No device has rejected a release')
  const [running] = row['is_running__release'] as { id: number; raw_version: string }[]
  return { world, id: Number(row['id']), update: row['update_status'], running }
}

describe.each(PLATFORM_NAMES)('after a rejection on the %s platform', (platform) => {
  test('a simulated device reports no services: their images are deleted, and come back with a release that it accepts', async () => {
    const { world, id, update, running } = await rejecting(platform)
    expect([update, running?.raw_version]).toEqual(['rejected', '1.0.0'])
    const rejected = await installsOf(world, id)
    expect(rejected.map(({ status, download_progress: percent }) => [status, percent])).toEqual([
      ['deleted', null],
      ['deleted', null],
    ])
    const served = await world.rows(
      `/v7/device(${id})?$select=id&$expand=image_install($select=id;$filter=status ne 'deleted')`,
      'ada',
    )
    expect(served).toEqual([{ id, image_install: [] }])

    await world.request(`/v7/device(${id})`, {
      as: 'ada',
      method: 'PATCH',
      body: { is_pinned_on__release: running?.id },
    })
    pass(world, 20 * MINUTE)
    expect(await installsOf(world, id)).toEqual(
      rejected.map((install) => ({ ...install, status: 'Running', download_progress: null })),
    )
  })

  test('the report of a real supervisor deletes all images of its device, and the next one brings them back', async () => {
    const world = openCloud('first-look', { platform })
    const machine = await aMachine(world)
    const target = await targetOf(machine)
    await machine.report(updateReport(machine, target, 'done', { status: 'Running' }))
    const before = await installsOf(world, machine.id)
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set(['Running']))
    const rejection = {
      apps: {
        [machine.fleet]: {
          release_uuid: target.commit,
          releases: { [target.commit]: { update_status: 'rejected', services: {} } },
        },
      },
    }
    expect(await statusAndBody(await machine.report(rejection))).toEqual([200, ''])
    expect(await machine.read('update_status,is_running__release')).toEqual({
      update_status: 'rejected',
      is_running__release: { __id: target.releaseId },
    })
    expect(new Set(await statusesOf(world, machine.id))).toEqual(new Set(['deleted']))
    pass(world, SECOND)
    await machine.report(updateReport(machine, target, 'done', { status: 'Running' }))
    expect(await installsOf(world, machine.id)).toEqual(before)
  })
})

test('its containers run as before, and one that is stopped is not known to the platform', async () => {
  const { world, id } = await rejecting('hosted')
  const send = async (path: string, method: string, data: object = {}) =>
    world.request(`/supervisor${path}`, { as: 'ada', method: 'POST', body: { deviceId: id, method, data } })
  const containers = async () =>
    ((await (await send('/v2/state/status', 'GET')).json()) as { containers: { status: string }[] })
      .containers
  const statuses = async () => (await containers()).map(({ status }) => status)
  expect(await statuses()).toEqual(['Running', 'Running'])
  const fleet = await fleetId(world, 'all-statuses')
  const stop = await send(`/v2/applications/${fleet}/stop-service`, 'POST', { serviceName: 'player' })
  expect(await statusAndBody(stop)).toEqual([200, 'OK'])
  pass(world, MINUTE)
  expect(await statuses()).toEqual(['Stopped', 'Running'])
  const stopped = `id eq ${id} and image_install/any(i:i/status eq 'Stopped')`
  expect(await world.rows(`/v7/device?$select=id&$filter=${stopped}`, 'ada')).toEqual([])
  expect(new Set(await statusesOf(world, id))).toEqual(new Set(['deleted']))
})
