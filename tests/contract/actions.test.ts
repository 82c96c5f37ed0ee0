import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { badRequest } from './exchange.ts'
import { aDevice, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const SECONDS = 1000
const MINUTES = 60 * SECONDS

/** Excludes a device of the fleet whose storage is nearly full, which fails. */
const HEALTHY =
  "os_version eq 'balenaOS 6.0.24' and overall_status eq 'operational' and storage_usage lt 8000"

const pass = (world: TestCloud, ms: number) => world.clock.advanceTo(world.clock.now() + ms)

const ask = async (world: TestCloud, path: string, as: DemoName = 'ada') =>
  statusAndBody(await world.request(path, { as }))

const send = async (world: TestCloud, path: string, body: unknown, as: DemoName = 'ada') =>
  statusAndBody(await world.request(path, { as, method: 'POST', body }))

async function osRelease(world: TestCloud, app: string, version: string): Promise<number> {
  const [release] = await world.rows(
    `/v7/release?$select=id&$filter=belongs_to__application/any(a:a/slug eq 'balena_os/${app}') and raw_version eq '${version}'`,
    'ada',
  )
  return Number(release?.['id'])
}

const shown = async (world: TestCloud, id: number) => {
  const [row] = await world.rows(
    `/v7/device(${id})?$select=overall_status,status,provisioning_state,provisioning_progress,os_version,supervisor_version`,
    'ada',
  )
  return row
}

test('health checks run, are in progress, and then return each result [DIAG-009, DIAG-016, DIAG-017]', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu', HEALTHY)
  expect(await ask(world, `/v1/${uuid}/checks`)).toEqual([200, { action: 'checks', status: 'idle' }])
  expect(await send(world, `/v1/${uuid}/checks`, { parameters: {} })).toMatchObject([
    200,
    { status: 'in_progress' },
  ])
  expect(await ask(world, `/v1/${uuid}/checks`)).toMatchObject([200, { status: 'in_progress' }])
  pass(world, 10 * SECONDS)
  const [status, body] = await ask(world, `/v1/${uuid}/checks`)
  expect([status, body]).toMatchObject([
    200,
    { status: 'done', error: '', stdout: { diagnose_version: expect.any(String) } },
  ])
  const { checks } = (body as { stdout: { checks: { name: string; success: boolean }[] } }).stdout
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['check_balenaOS', 'check_memory', 'check_networking', 'service_uplink']),
  )
  expect(checks.every(({ success }) => success)).toBe(true)
})

test('diagnostics are a text about the device [DIAG-016, DIAG-017]', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu', HEALTHY)
  await send(world, `/v1/${uuid}/diagnose`, {})
  pass(world, 30 * SECONDS)
  expect(await ask(world, `/v1/${uuid}/diagnose`)).toMatchObject([
    200,
    { status: 'done', stdout: expect.stringContaining(uuid), stderr: '' },
  ])
})

test('a run whose device goes offline ends with an error [DIAG-012]', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu', HEALTHY)
  await send(world, `/v1/${uuid}/checks`, {})
  pass(world, 2 * SECONDS)
  await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { link: 'down' } })
  pass(world, MINUTES)
  expect(await ask(world, `/v1/${uuid}/checks`)).toMatchObject([
    200,
    { status: 'error', error: 'The device went offline during the run' },
  ])
})

test('results survive a snapshot', async () => {
  const first = openCloud()
  const { uuid } = await aDevice(first, 'cold-chain-eu', HEALTHY)
  await send(first, `/v1/${uuid}/checks`, {})
  pass(first, MINUTES)
  const again = openCloud('first-look', { snapshot: structuredClone(first.cloud.snapshot()) })
  expect(await ask(again, `/v1/${uuid}/checks`)).toMatchObject([200, { status: 'done' }])
})

test.each(['checks', 'diagnose'])('%s requires the permission and an online device', async (script) => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu', HEALTHY)
  const path = `/v1/${uuid}/${script}`
  expect(await send(world, path, {}, 'olive')).toEqual([401, ''])
  expect(await ask(world, path, 'olive')).toEqual([401, ''])
  expect(await ask(world, path)).toEqual([200, { action: script, status: 'idle' }])
  expect(await badRequest(() => send(world, path, { parameters: 'x' }))).toEqual([
    400,
    'parameters must be an object',
  ])
  const gone = `/v1/${'e'.repeat(32)}/${script}`
  expect(await send(world, gone, {})).toEqual([404, `No device with uuid ${'e'.repeat(32)}`])
  await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { link: 'down' } })
  expect(await send(world, path, {})).toEqual([400, 'Device is not online'])
})

test.each(['v1', 'v2'])(
  'an OS update by %s is triggered, shown as configuring, and installs the new version [DACT-058]',
  async (version) => {
    const world = openCloud()
    const { id, uuid } = await aDevice(world, 'cold-chain-eu', HEALTHY)
    const path = `/${version}/${uuid}/resinhup`
    expect(await ask(world, path)).toEqual([200, { status: 'idle' }])
    expect(await send(world, path, { parameters: { target_version: '6.1.0.prod' } })).toEqual([
      200,
      { status: 'triggered', parameters: { target_version: '6.1.0.prod' } },
    ])
    pass(world, 20 * SECONDS)
    expect(await ask(world, path)).toMatchObject([200, { status: 'in_progress' }])
    expect(await shown(world, id)).toMatchObject({
      overall_status: 'configuring',
      status: 'configuring',
      provisioning_state: expect.stringMatching(/OS update$/),
      provisioning_progress: expect.any(Number),
    })
    pass(world, 20 * MINUTES)
    expect(await ask(world, path)).toEqual([200, { status: 'done', parameters: { target_version: '6.1.0' } }])
    expect(await shown(world, id)).toMatchObject({
      overall_status: 'operational',
      provisioning_state: '',
      provisioning_progress: null,
      os_version: 'balenaOS 6.1.0',
    })
  },
)

test('a failed update returns the reason, and the old version continues to run', async () => {
  const world = openCloud('first-look')
  const row = await aDevice(world, 'cold-chain-eu', 'storage_usage gt 10000')
  const path = `/v2/${row.uuid}/resinhup`
  await send(world, path, { parameters: { target_version: '6.1.0' } })
  expect(await ask(world, path)).toEqual([
    200,
    { status: 'triggered', parameters: { target_version: expect.stringMatching(/^6\.1\.0/) } },
  ])
  pass(world, 60 * MINUTES)
  expect(await ask(world, path)).toMatchObject([
    200,
    { status: 'error', fatal: true, error: expect.stringContaining('input/output error') },
  ])
  expect(await shown(world, row.id)).toMatchObject({
    overall_status: 'configuring',
    provisioning_state: expect.stringMatching(/^OS update failed: /),
    os_version: expect.not.stringContaining('6.1.0'),
  })
})

test.each([
  ['an unknown version', { parameters: { target_version: '9.9.9' } }, 'Invalid target balenaOS version'],
  ['no version', { parameters: {} }, 'A target_version is required'],
  ['an older version', { parameters: { target_version: '5.3.22' } }, 'OS downgrades are not allowed'],
  [
    'the version it runs',
    { parameters: { target_version: '6.0.24' } },
    'Current OS version matches Target OS version',
  ],
  [
    'a development variant',
    { parameters: { target_version: '6.1.0.dev' } },
    'Updates cannot be performed between development and production balenaOS variants',
  ],
  [
    'an older extended-support version',
    { parameters: { target_version: '2025.7.4' } },
    'OS downgrades are not allowed',
  ],
])('an update to %s is rejected and starts nothing', async (_what, body, reason) => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu', HEALTHY)
  expect(await badRequest(() => send(world, `/v2/${uuid}/resinhup`, body))).toEqual([400, reason])
  expect(await ask(world, `/v2/${uuid}/resinhup`)).toEqual([200, { status: 'idle' }])
})

test('an update to extended support is possible unless it is older, but not back', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu', HEALTHY)
  const path = `/v2/${uuid}/resinhup`
  expect((await send(world, path, { parameters: { target_version: '2026.7.1' } }))[0]).toBe(200)
  pass(world, 30 * MINUTES)
  expect(await ask(world, path)).toMatchObject([200, { status: 'done' }])
  expect(await send(world, path, { parameters: { target_version: '6.1.0' } })).toEqual([
    400,
    'Updates from an extended support version to another kind of version are not allowed',
  ])
})

test('an OS update requires the permission and an online device', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu', HEALTHY)
  const path = `/v2/${uuid}/resinhup`
  const body = { parameters: { target_version: '6.1.0' } }
  expect(await send(world, path, body, 'olive')).toEqual([401, ''])
  expect(await ask(world, path, 'olive')).toEqual([401, ''])
  expect(await ask(world, path)).toEqual([200, { status: 'idle' }])
  await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { link: 'down' } })
  expect(await send(world, path, body)).toEqual([400, 'Device is not online'])
})

test('setting the target OS through the data API starts the same update', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu', HEALTHY)
  const patch = async (release: number | null, as: DemoName = 'ada') =>
    statusAndBody(
      await world.request(`/v7/device?$filter=id in (${id})`, {
        as,
        method: 'PATCH',
        body: { should_be_operated_by__release: release },
      }),
    )
  const newer = await osRelease(world, 'raspberrypi4-64', '6.1.0')
  expect(await patch(newer, 'olive')).toEqual([401, ''])
  expect(await patch(await osRelease(world, 'raspberrypi4-64', '5.3.22'))).toEqual([
    400,
    'Attempt to downgrade hostapp, which is not allowed',
  ])
  expect(await ask(world, `/v2/${uuid}/resinhup`)).toEqual([200, { status: 'idle' }])
  expect(await patch(newer)).toEqual([200, ''])
  pass(world, 30 * MINUTES)
  expect(await shown(world, id)).toMatchObject({
    os_version: 'balenaOS 6.1.0',
    overall_status: 'operational',
  })
  expect(await patch(null)).toEqual([200, ''])
})

test('a target supervisor is installed without a reboot [DACT-028, DACT-061]', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu', `${HEALTHY} and supervisor_version eq '17.0.1'`)
  const patch = async (version: string) =>
    statusAndBody(
      await world.request(`/v7/device?$filter=id in (${id})`, {
        as: 'ada',
        method: 'PATCH',
        body: { should_be_managed_by__release: await osRelease(world, 'aarch64-supervisor', version) },
      }),
    )
  expect(await patch('16.12.4')).toEqual([400, 'Attempt to downgrade supervisor, which is not allowed'])
  expect(await shown(world, id)).toMatchObject({ supervisor_version: '17.0.1' })
  expect(await patch('17.1.2')).toEqual([200, ''])
  pass(world, 10 * MINUTES)
  expect(await shown(world, id)).toMatchObject({
    supervisor_version: '17.1.2',
    overall_status: 'operational',
  })
})

test('the target state contains the chosen OS', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu', HEALTHY)
  const body = {
    should_be_operated_by__release: await osRelease(world, 'raspberrypi4-64', '6.1.0'),
    should_be_managed_by__release: await osRelease(world, 'aarch64-supervisor', '17.1.2'),
  }
  await world.request(`/v7/device(${id})`, { as: 'ada', method: 'PATCH', body })
  const [, state] = await ask(world, `/device/v3/${uuid}/state`)
  const { apps } = (state as Record<string, { apps: Record<string, { name: string; is_host: boolean }> }>)[
    uuid
  ] ?? { apps: {} }
  expect(Object.values(apps).map(({ name, is_host: isHost }) => [name, isHost])).toEqual([
    ['aarch64-supervisor', false],
    ['raspberrypi4-64', true],
    ['cold-chain-eu', false],
  ])
})

test('OS versions are read as clients read them: by app, status, tags and line [CALL-016, CALL-021, DACT-069]', async () => {
  const world = openCloud()
  const supervisors = await world.rows(
    "/v7/release?$select=raw_version&$orderby=id asc&$filter=belongs_to__application/any(a:a/slug eq 'balena_os/aarch64-supervisor') and status eq 'success' and is_final eq true and is_invalidated eq false and not(semver eq '0.0.0')",
    'olive',
  )
  expect(supervisors.map((row) => row['raw_version'])).toEqual(
    expect.arrayContaining(['12.11.0', '16.12.4', '17.0.1', '17.1.2']),
  )
  const hosts = await world.rows(
    "/v7/application?$select=slug&$orderby=slug asc&$filter=is_host eq true and is_for__device_type/any(dt:dt/slug eq 'raspberrypi4-64')&$expand=application_tag($select=tag_key,value;$orderby=tag_key asc),owns__release($select=raw_version,phase,variant;$orderby=id desc;$filter=status eq 'success' and is_final eq true;$expand=release_tag($select=tag_key,value))",
    'olive',
  )
  expect(hosts).toMatchObject([
    {
      slug: 'balena_os/raspberrypi4-64',
      application_tag: [{ tag_key: 'release-policy', value: 'default' }],
      owns__release: expect.arrayContaining([
        expect.objectContaining({ raw_version: '6.1.0', phase: 'next', variant: '' }),
      ]),
    },
    {
      slug: 'balena_os/raspberrypi4-64-esr',
      application_tag: [
        { tag_key: 'esr-current', value: '2026.1' },
        { tag_key: 'esr-next', value: '2026.7' },
        { tag_key: 'esr-sunset', value: '2025.7' },
        { tag_key: 'release-policy', value: 'esr' },
      ],
      owns__release: expect.arrayContaining([
        expect.objectContaining({
          raw_version: '2026.7.1',
          release_tag: [expect.objectContaining({ tag_key: 'meta-balena-base', value: '6.0.24' })],
        }),
      ]),
    },
  ])
})
