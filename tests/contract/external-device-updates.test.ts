import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { badRequest } from './exchange.ts'
import { aMachine, setCloudlink, targetOf, updateReport } from './machine.ts'
import { aDevice, releaseId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const SECOND = 1000
const MINUTE = 60_000

const pass = (world: TestCloud, ms: number) => world.clock.advanceTo(world.clock.now() + ms)

test('an update is reported from the first percent to the running release [DEV-027]', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const target = await targetOf(machine)
  await machine.report(
    updateReport(
      machine,
      target,
      'downloading',
      { status: 'Downloading', download_progress: 10 },
      { is_online: true },
    ),
  )
  const state = 'overall_status,overall_progress,update_status,is_running__release,last_update_status_event'
  const began = new Date(world.clock.now()).toISOString()
  expect(await machine.read(state)).toEqual({
    overall_status: 'updating',
    overall_progress: 10,
    update_status: 'downloading',
    is_running__release: null,
    last_update_status_event: began,
  })
  const at = (percent: number | null) =>
    machine.report(
      updateReport(machine, target, 'downloading', { status: 'Downloading', download_progress: percent }),
    )
  await at(20)
  for (const percent of [30, 40]) {
    await at(percent)
    expect((await machine.read(state))['overall_progress']).toBe(20)
  }
  pass(world, 30 * SECOND + 1)
  await at(50)
  expect((await machine.read(state))['overall_progress']).toBe(50)
  await machine.report(updateReport(machine, target, 'done', { status: 'Running', download_progress: null }))
  expect(await machine.read(state)).toMatchObject({
    overall_status: 'reduced-functionality',
    overall_progress: null,
    update_status: 'done',
    is_running__release: { __id: target.releaseId },
  })
  const installs = await world.rows(
    `/v7/image_install?$select=status,download_progress,install_date,is_provided_by__release&$filter=device eq ${machine.id}`,
    'ada',
  )
  expect(installs).toHaveLength(target.services.length)
  for (const install of installs) {
    expect(install).toEqual({
      status: 'Running',
      download_progress: null,
      install_date: began,
      is_provided_by__release: { __id: target.releaseId },
    })
  }
})

test('services missing from a report are marked as deleted', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const target = await targetOf(machine)
  await machine.report(updateReport(machine, target, 'done', { status: 'Running' }))
  const [kept = ''] = target.services
  await machine.report(updateReport(machine, { ...target, services: [kept] }, 'done', { status: 'Running' }))
  const count = (filter: string) =>
    world.count(`/v7/image_install/$count?$filter=device eq ${machine.id} and ${filter}`, 'ada')
  expect(await count("status ne 'deleted'")).toBe(1)
  expect(await count("status eq 'deleted'")).toBe(target.services.length - 1)
})

test('a new target does not change an external device; the device reads it, and reports when it has applied it', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const target = await targetOf(machine)
  await machine.report(updateReport(machine, target, 'done', { status: 'Running' }, { is_online: true }))
  const older = await releaseId(world, 'cold-chain-eu', '4.11.0')
  await world.request(`/v7/device(${machine.id})`, {
    as: 'ada',
    method: 'PATCH',
    body: { is_pinned_on__release: older },
  })
  pass(world, 10 * MINUTE)
  expect(await machine.read('is_running__release,should_be_running__release,overall_status')).toEqual({
    is_running__release: { __id: target.releaseId },
    should_be_running__release: { __id: older },
    overall_status: 'reduced-functionality',
  })
  const next = await targetOf(machine)
  expect(next.releaseId).toBe(older)
  await machine.report(updateReport(machine, next, 'done', { status: 'Running' }))
  expect(await machine.read('is_running__release')).toEqual({ is_running__release: { __id: older } })
})

test('a device with an older supervisor reports in the old format', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const target = await targetOf(machine)
  const images = await world.rows(
    `/v7/image?$select=id&$filter=release_image/any(r:r/is_part_of__release eq ${target.releaseId})`,
    'ada',
  )
  const services = Object.fromEntries(
    images.map(({ id }) => [
      String(id),
      { releaseId: target.releaseId, status: 'Running', download_progress: null },
    ]),
  )
  const body = {
    local: {
      is_on__commit: target.commit,
      is_online: true,
      supervisor_version: '12.11.0',
      apps: { [machine.fleetId]: { services } },
    },
  }
  const path = `/device/v2/${machine.uuid}/state`
  expect(await statusAndBody(await machine.request(path, { method: 'PATCH', body }))).toEqual([200, ''])
  await setCloudlink(world, machine, true)
  expect((await machine.request(path)).status).toBe(200)
  expect(
    await machine.read('is_running__release,supervisor_version,overall_status,api_heartbeat_state'),
  ).toEqual({
    is_running__release: { __id: target.releaseId },
    supervisor_version: '12.11.0',
    overall_status: 'operational',
    api_heartbeat_state: 'online',
  })
  const other = await aDevice(world, 'cold-chain-eu')
  expect(
    await statusAndBody(await machine.request(`/device/v2/${other.uuid}/state`, { method: 'PATCH', body })),
  ).toEqual([401, ''])
})

test.each([
  ['a status that no service has', { status: 'Dancing' }, [500, 'Server error']],
  ['a percent that is no number', { status: 'Downloading', download_progress: 'half' }, [400, '']],
] as const)(
  'a report with %s is refused, and nothing of it is taken over',
  async (_what, service, refusal) => {
    const world = openCloud()
    const machine = await aMachine(world)
    const target = await targetOf(machine)
    const report = updateReport(machine, target, 'downloading', { status: 'Downloading' }, { status: 'Busy' })
    const releases = report.apps[machine.fleet]?.releases[target.commit]
    if (releases)
      releases.services = {
        [target.services[0] ?? '']: {
          image: target.images[target.services[0] ?? ''] ?? '',
          ...(service as { status: string }),
        },
      }
    expect(await badRequest(async () => statusAndBody(await machine.report(report)))).toEqual(refusal)
    expect(await machine.read('status,update_status')).toEqual({ status: null, update_status: null })
  },
)

test('a report of a nonexistent release is rejected', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  await machine.poll()
  const apps = { [machine.fleet]: { release_uuid: 'f'.repeat(40) } }
  expect(await statusAndBody(await machine.report({ status: 'Busy', apps }))).toEqual([401, ''])
  expect(await badRequest(async () => statusAndBody(await machine.report({ cpu_usage: 'much' })))).toEqual([
    400,
    '',
  ])
  expect(await machine.read('status,is_running__release,cpu_usage')).toEqual({
    status: null,
    is_running__release: null,
    cpu_usage: null,
  })
})
