import { describe, expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { PLATFORM_NAMES } from '../../../mocks/platforms/platform.ts'
import { badRequest } from '../exchange.ts'
import { aMachine, setCloudlink, targetOf, updateReport } from '../machine.ts'
import type { Machine } from '../machine.ts'
import { statusAndBody } from '../subjects.ts'
import { openCloud } from '../use-cloud.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

const pass = (world: TestCloud, ms: number) => world.clock.advanceTo(world.clock.now() + ms)
const answerTo = async (sent: Promise<Response>) => statusAndBody(await sent)

interface Ready {
  world: TestCloud
  machine: Machine
  report(part: object): Promise<[number, unknown]>
}

async function ready(platform: (typeof PLATFORM_NAMES)[number]): Promise<Ready> {
  const world = openCloud('first-look', { platform })
  const machine = await aMachine(world)
  await machine.poll()
  return { world, machine, report: (part) => badRequest(() => answerTo(machine.report(part))) }
}

/** The fields that null clears, with a value before that. */
const CLEARED = {
  os_version: 'balenaOS 6.0.24',
  os_variant: 'dev',
  provisioning_progress: 40,
  provisioning_state: 'Preparing',
  memory_usage: 512,
  memory_total: 3800,
  storage_block_device: '/dev/mmcblk0p6',
  storage_usage: 900,
  storage_total: 28_000,
  cpu_temp: 48,
  cpu_usage: 7,
  cpu_id: 'a0b1c2',
}

const NEVER_NULL = [
  'status',
  'supervisor_version',
  'ip_address',
  'mac_address',
  'api_port',
  'is_online',
  'is_undervolted',
]

describe.each(PLATFORM_NAMES)('reports of a device on the %s platform', (platform) => {
  test.each<[what: string, part: object, isStored: boolean, after?: number]>([
    ['alone', { cpu_usage: 70 }, false],
    ['with a status that changes', { cpu_usage: 70, status: 'Updating' }, true],
    ['with a CPU id', { cpu_usage: 70, cpu_id: 'ABCDEF' }, true],
    ['with undervoltage', { cpu_usage: 70, is_undervolted: true }, true],
    ['with a field that does not change', { cpu_usage: 70, status: 'Idle' }, false],
    ['after 61 s', { cpu_usage: 70 }, true, 61 * SECOND],
    ['after 60 s', { cpu_usage: 70 }, false, 60 * SECOND],
  ])('metrics within a minute of the last ones: %s', async (_what, part, isStored, after = SECOND) => {
    const { world, machine, report } = await ready(platform)
    expect(await report({ cpu_usage: 7, memory_usage: 512, status: 'Idle' })).toEqual([200, ''])
    pass(world, after)
    expect(await report(part)).toEqual([200, ''])
    // A report contains only what has changed: other metrics keep their values.
    expect(await machine.read('cpu_usage,memory_usage')).toEqual({
      cpu_usage: isStored ? 70 : 7,
      memory_usage: 512,
    })
  })

  test('metrics with another running release are stored, with installs that only change their status they are not', async () => {
    const { world, machine, report } = await ready(platform)
    const target = await targetOf(machine)
    const installs = (status: string, more: object) =>
      updateReport(machine, target, 'downloading', { status }, more)
    await report(installs('Downloading', { cpu_usage: 1 }))
    pass(world, SECOND)
    await report(installs('Downloaded', { cpu_usage: 2 }))
    expect(await machine.read('cpu_usage')).toEqual({ cpu_usage: 1 })
    await report(updateReport(machine, target, 'done', { status: 'Running' }, { cpu_usage: 3 }))
    expect(await machine.read('cpu_usage')).toEqual({ cpu_usage: 3 })
  })

  test('CPU id and undervoltage are stored at any time, the CPU id in lower case', async () => {
    const { world, machine, report } = await ready(platform)
    await report({ cpu_usage: 7 })
    pass(world, SECOND)
    await report({ cpu_id: 'A0B1C2', is_undervolted: true })
    expect(await machine.read('cpu_id,is_undervolted')).toEqual({ cpu_id: 'a0b1c2', is_undervolted: true })
    await report({ cpu_id: 'unprintable \u0007' })
    expect(await machine.read('cpu_id')).toEqual({ cpu_id: 'a0b1c2' })
  })

  test('null clears each field that a device does not always know, in both formats, and nothing else', async () => {
    const { world, machine, report } = await ready(platform)
    const older = (local: object) =>
      answerTo(machine.request(`/device/v2/${machine.uuid}/state`, { method: 'PATCH', body: { local } }))
    const others = { status: 'Idle', ip_address: '192.168.7.7', is_undervolted: true }
    for (const [field, value] of Object.entries(CLEARED))
      for (const send of [report, older]) {
        const read = () => machine.read(`${field},${Object.keys(others).join()}`)
        expect(await send({ ...others, [field]: value })).toEqual([200, ''])
        expect(await read()).toEqual({ ...others, [field]: value })
        pass(world, 61 * SECOND)
        expect(await send({ [field]: null })).toEqual([200, ''])
        expect(await read()).toEqual({ ...others, [field]: null })
        const cleared = `/v7/device?$select=id&$filter=id eq ${machine.id} and ${field} eq null`
        expect(await world.rows(cleared, 'ada')).toEqual([{ id: machine.id }])
        pass(world, 61 * SECOND)
      }
  })

  test('null for another field is refused, and nothing is taken over', async () => {
    const { machine, report } = await ready(platform)
    await report({ status: 'Idle', cpu_temp: 48 })
    for (const field of NEVER_NULL) {
      expect(await report({ cpu_id: 'abc', [field]: null }), field).toEqual([400, ''])
      const kept = { status: 'Idle', cpu_temp: 48, cpu_id: null }
      expect(await machine.read('status,cpu_temp,cpu_id'), field).toEqual(kept)
    }
  })

  test.each<[what: string, part: (machine: Machine) => object, answer: [number, unknown]]>([
    ['a fraction of a percent', () => ({ cpu_usage: 12.5 }), [400, '']],
    ['a percent as text', () => ({ cpu_usage: '12' }), [400, '']],
    ['a port as text', () => ({ api_port: '48484' }), [400, '']],
    ['null for an address', () => ({ ip_address: null }), [400, '']],
    ['apps that are no object', () => ({ apps: null }), [400, '']],
    [
      'an unknown update status',
      ({ fleet }) => ({
        apps: { [fleet]: { releases: { ['a'.repeat(32)]: { update_status: 'resting' } } } },
      }),
      [400, ''],
    ],
    ['an unknown app', () => ({ apps: { ['b'.repeat(32)]: { release_uuid: 'a'.repeat(32) } } }), [401, '']],
    [
      'an unknown release',
      ({ fleet }) => ({ apps: { [fleet]: { release_uuid: 'a'.repeat(32) } } }),
      [401, ''],
    ],
  ])('with %s is refused as a whole', async (_what, part, answer) => {
    const { machine, report } = await ready(platform)
    expect(await report({ status: 'Idle', ...part(machine) })).toEqual(answer)
    expect(await machine.read('status')).toEqual({ status: null })
  })

  test('without a part, of a part that is none and with a key of another device', async () => {
    const { world, machine } = await ready(platform)
    const send = (body: unknown, credential = machine.credential) =>
      badRequest(() =>
        answerTo(world.request('/device/v3/state', { method: 'PATCH', body, as: { credential } })),
      )
    const other = await aMachine(world)
    expect(await send({})).toEqual([401, ''])
    expect(await send({ [machine.uuid]: 'Idle' })).toEqual([401, ''])
    expect(await send({ [machine.uuid]: { status: 'Idle' }, [other.uuid]: 'Idle' })).toEqual([400, ''])
    expect(await send({ [machine.uuid]: { status: 'Idle' } }, other.credential)).toEqual([401, ''])
    expect(await send({ [machine.uuid]: { status: 'Idle' } }, await world.token('ada'))).toEqual([
      401,
      { error: 'API key required' },
    ])
    expect(await machine.read('status')).toEqual({ status: null })
    // What has nothing to store is not refused either.
    expect(await send({ [machine.uuid]: { logs_channel: null } }, other.credential)).toEqual([200, ''])
  })

  test('an image that its release does not have, and one that two of the reported releases have', async () => {
    const { machine, report } = await ready(platform)
    const target = await targetOf(machine)
    const wrong = {
      ...target,
      images: { ...target.images, [target.services[0] ?? '']: 'registry.example/v2/none' },
    }
    expect(await report(updateReport(machine, wrong, 'done', { status: 'Running' }))).toEqual([401, ''])
    expect(await machine.read('update_status,is_running__release')).toEqual({
      update_status: null,
      is_running__release: null,
    })
  })

  test('an unknown status of a service: refused while its image is not installed, then ignored', async () => {
    const { world, machine, report } = await ready(platform)
    const target = await targetOf(machine)
    const statuses = async () =>
      new Set(
        (await world.rows(`/v7/image_install?$select=status&$filter=device eq ${machine.id}`, 'ada')).map(
          ({ status }) => status,
        ),
      )
    const reported = (service: { status: string }, more: object = {}) =>
      report(updateReport(machine, target, 'done', service, more))
    expect(await reported({ status: 'Migrating' }, { status: 'Idle' })).toEqual([500, 'Server error'])
    expect(await machine.read('status,update_status')).toEqual({ status: null, update_status: null })
    expect(await statuses()).toEqual(new Set())
    expect(await reported({ status: 'Running' })).toEqual([200, ''])
    expect(await reported({ status: 'Migrating' })).toEqual([200, ''])
    expect(await statuses()).toEqual(new Set(['Running']))
  })

  test('the progress of a download is stored every 30 s, at its end, and with another status', async () => {
    const { world, machine, report } = await ready(platform)
    const target = await targetOf(machine)
    const progress = async () => {
      const rows = await world.rows(
        `/v7/image_install?$select=status,download_progress&$filter=device eq ${machine.id}`,
        'ada',
      )
      return [rows[0]?.['status'], rows[0]?.['download_progress']]
    }
    const at = (status: string, percent?: number | null) =>
      report(
        updateReport(machine, target, 'downloading', {
          status,
          ...(percent === undefined ? {} : { download_progress: percent }),
        }),
      )
    await at('Downloading', 0)
    await at('Downloading', 10)
    for (const percent of [20, 30]) {
      await at('Downloading', percent)
      expect(await progress()).toEqual(['Downloading', 10])
    }
    await at('Downloading', 100)
    expect(await progress()).toEqual(['Downloading', 100])
    await at('Running')
    expect(await progress()).toEqual(['Running', 100])
    await report({ apps: { [machine.fleet]: { release_uuid: target.commit } } })
    expect(await progress()).toEqual(['deleted', null])
  })

  test('the update status keeps its time while nothing is written', async () => {
    const { world, machine, report } = await ready(platform)
    const target = await targetOf(machine)
    const times = async () =>
      String((await machine.read('last_update_status_event'))['last_update_status_event'])
    const now = () => new Date(world.clock.now()).toISOString()
    await report(updateReport(machine, target, 'downloading', { status: 'Downloading' }))
    const began = now()
    expect(await times()).toBe(began)
    pass(world, SECOND)
    await report(updateReport(machine, target, 'downloading', { status: 'Downloaded' }))
    expect(await times()).toBe(began)
    await report(
      updateReport(machine, target, 'downloading', { status: 'Downloaded' }, { status: 'Updating' }),
    )
    expect(await times()).toBe(now())
  })

  test('only its own read of its state makes its heartbeat online', async () => {
    const world = openCloud('first-look', { platform })
    const machine = await aMachine(world)
    const heartbeat = async () => (await machine.read('api_heartbeat_state'))['api_heartbeat_state']
    await machine.report({ status: 'Idle' })
    await machine.request('/v7/device?$select=id')
    await machine.write([{ timestamp: 1, message: 'here' }])
    await world.request(`/device/v3/${machine.uuid}/state`, { as: 'ada' })
    expect(await heartbeat()).toBe('unknown')
    await machine.poll()
    expect(await heartbeat()).toBe('online')
  })

  test.each([
    ['600000', 15 * MINUTE],
    ['1200000', 30 * MINUTE],
  ])(
    'with a poll interval of %s its heartbeat ends after one and a half, and its VPN does not',
    async (value, due) => {
      const { world, machine } = await ready(platform)
      const body = { device: machine.id, name: 'RESIN_SUPERVISOR_POLL_INTERVAL', value }
      await world.request('/v7/device_config_variable', { as: 'ada', method: 'POST', body })
      const connected = { method: 'PATCH', body: { is_connected_to_vpn: true } }
      if (platform === 'hosted') await setCloudlink(world, machine, true)
      else await badRequest(() => machine.request(`/v7/device(${machine.id})`, connected))
      await machine.poll()
      const fields = 'api_heartbeat_state,overall_status,is_online,is_connected_to_vpn'
      const up = { is_online: true, is_connected_to_vpn: true }
      pass(world, due - 1)
      expect(await machine.read(fields)).toEqual({
        ...up,
        api_heartbeat_state: 'online',
        overall_status: 'operational',
      })
      pass(world, 1)
      const reduced = { ...up, overall_status: 'reduced-functionality' }
      expect(await machine.read(fields)).toEqual({ ...reduced, api_heartbeat_state: 'timeout' })
      pass(world, 15 * SECOND)
      expect(await machine.read(fields)).toEqual({ ...reduced, api_heartbeat_state: 'offline' })
    },
  )

  test.each([
    ['a VPN', {}, 'reduced-functionality', 'disconnected'],
    ['a VPN that its fleet switches off', { fleet: 'false' }, 'operational', 'disconnected'],
    ['a VPN that it switches off', { device: 'false' }, 'operational', 'disconnected'],
    [
      'a VPN that its fleet switches off and it on',
      { fleet: 'false', device: 'true' },
      'reduced-functionality',
      'disconnected',
    ],
  ] as const)('without %s, its status follows its heartbeat', async (_what, control, online, offline) => {
    const world = openCloud('first-look', { platform })
    const machine = await aMachine(world)
    const given: { fleet?: string; device?: string } = control
    const name = 'RESIN_SUPERVISOR_VPN_CONTROL'
    const set = (resource: string, owner: object, value: string | undefined) =>
      value === undefined
        ? undefined
        : world.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body: { ...owner, name, value } })
    await set('application_config_variable', { application: machine.fleetId }, given.fleet)
    await set('device_config_variable', { device: machine.id }, given.device)
    await machine.poll()
    const status = async () => (await machine.read('overall_status'))['overall_status']
    expect(await status()).toBe(online)
    pass(world, 24 * MINUTE)
    expect(await status()).toBe(offline)
  })
})

test('a VPN that connects makes it online, and its end offline, whatever the heartbeat is', async () => {
  const { world, machine } = await ready('hosted')
  const fields = 'is_online,is_connected_to_vpn,overall_status'
  await setCloudlink(world, machine, true)
  expect(await machine.read(fields)).toEqual({
    is_online: true,
    is_connected_to_vpn: true,
    overall_status: 'operational',
  })
  await setCloudlink(world, machine, false)
  expect(await machine.read(fields)).toEqual({
    is_online: false,
    is_connected_to_vpn: false,
    overall_status: 'reduced-functionality',
  })
})

test('the first version that it reports becomes its target; lower ones are refused, by comparison with the target', async () => {
  const { world, machine, report } = await ready('hosted')
  const supervisors = await world.rows(
    `/v7/release?$select=id,raw_version&$filter=status eq 'success' and belongs_to__application/any(a:a/slug eq 'balena_os/aarch64-supervisor')&$orderby=semver_major asc,semver_minor asc,semver_patch asc`,
    'ada',
  )
  const [lowest, ...more] = supervisors
  const [middle, highest] = [more.at(-2), more.at(-1)]
  const set = (id: unknown) =>
    answerTo(
      machine.request(`/v7/device(${machine.id})`, {
        method: 'PATCH',
        body: { should_be_managed_by__release: id },
      }),
    )
  expect(await report({ supervisor_version: String(middle?.['raw_version']) })).toEqual([200, ''])
  expect(await machine.read('should_be_managed_by__release')).toEqual({
    should_be_managed_by__release: { __id: middle?.['id'] },
  })
  const lower = [400, 'Attempt to downgrade supervisor, which is not allowed']
  expect(await set(lowest?.['id'])).toEqual(lower)
  expect(await set(highest?.['id'])).toEqual([200, ''])
  // It still runs the middle one, but its target is higher.
  expect(await set(middle?.['id'])).toEqual(lower)
})
