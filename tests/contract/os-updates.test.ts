import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { openShell } from '../../simulator/shell/shell.ts'
import { createManualClock } from '../../simulator/testing/manual-clock.ts'
import { restoreWorld } from '../../simulator/world/simulated-world.ts'
import { aDevice, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const MINUTES = 60_000
const HEALTHY =
  "os_version eq 'balenaOS 6.0.24' and overall_status eq 'operational' and storage_usage lt 8000"

const pass = (world: TestCloud, ms: number) => world.clock.advanceTo(world.clock.now() + ms)

const start = (world: TestCloud, uuid: string, version: string) =>
  world.request(`/v2/${uuid}/resinhup`, {
    as: 'ada',
    method: 'POST',
    body: { parameters: { target_version: version } },
  })

async function shown(world: TestCloud, id: number) {
  const [row] = await world.rows(
    `/v7/device(${id})?$select=overall_status,status,provisioning_state,provisioning_progress,os_version,os_variant,supervisor_version&$expand=should_be_managed_by__release($select=raw_version),should_be_operated_by__release($select=raw_version)`,
    'ada',
  )
  return row
}

/** What a line of the terminal of a device prints. */
function printed(world: TestCloud, id: number, line: string): string {
  const state = restoreWorld(world.cloud.snapshot().world)
  let text = ''
  const shell = openShell({
    world: state,
    index: id - 1,
    target: { kind: 'host' },
    clock: createManualClock(state.now()),
    cols: 400,
    rows: 40,
    write: (data) => void (text += data),
    onExit: () => {},
  })
  const before = text.length
  shell.input(`${line}\r`)
  shell.close()
  return text.slice(before).replaceAll('\r\n', '\n').split('\n').slice(1, -1).join('\n')
}

test('after an OS update each source knows the new versions, and the supervisor that came with it', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu', `${HEALTHY} and supervisor_version eq '17.0.1'`)
  expect((await start(world, uuid, '6.1.0')).status).toBe(200)
  pass(world, 20 * MINUTES)
  expect(await shown(world, id)).toMatchObject({
    overall_status: 'operational',
    status: 'Idle',
    provisioning_state: '',
    provisioning_progress: null,
    os_version: 'balenaOS 6.1.0',
    os_variant: 'prod',
    // The newest supervisor when 6.1.0 was built.
    supervisor_version: '17.1.2',
    should_be_managed_by__release: [{ raw_version: '17.1.2' }],
    should_be_operated_by__release: [{ raw_version: '6.1.0' }],
  })
  expect(await statusAndBody(await world.request(`/v2/${uuid}/resinhup`, { as: 'ada' }))).toMatchObject([
    200,
    { status: 'done' },
  ])
  const [period] = await world.rows(
    `/v7/device_history?$select=os_version,supervisor_version&$filter=uuid eq '${uuid}'&$orderby=created_at desc&$top=1`,
    'ada',
  )
  expect(period).toEqual({ os_version: 'balenaOS 6.1.0', supervisor_version: '17.1.2' })
  const target = await world.request(`/device/v3/${uuid}/state`, { as: 'pat' })
  if (target.status === 200) {
    const body = (await target.json()) as Record<string, { apps: Record<string, { name: string }> }>
    const names = Object.values(body[uuid]?.apps ?? {}).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['aarch64-supervisor', 'raspberrypi4-64']))
  }
  expect(printed(world, id, 'grep VERSION= /etc/os-release')).toContain('6.1.0')
  expect(printed(world, id, 'balena exec $(balena ps -q | head -n 1) env | grep HOST_OS')).toContain(
    'BALENA_HOST_OS_VERSION=balenaOS 6.1.0',
  )
  const own = 'wget -qO- "$BALENA_SUPERVISOR_ADDRESS/v2/version?apikey=$BALENA_SUPERVISOR_API_KEY"'
  expect(printed(world, id, `balena exec $(balena ps -q | head -n 1) sh -c '${own}'; echo`)).toContain(
    '17.1.2',
  )
  const supervisor = "balena ps --format '{{.ID}} {{.Names}} {{.RunningFor}}' | grep supervisor"
  expect(printed(world, id, supervisor)).toMatch(/^[0-9a-f]{12} balena_supervisor \d+ minutes ago$/)
  expect(printed(world, id, 'cat /mnt/boot/config.json | jq -r .deviceType')).toBe('raspberrypi4-64')
})

test('an older OS brings an older supervisor, which is not installed over a newer one', async () => {
  const world = openCloud('ageing-os')
  const { id, uuid } = await aDevice(
    world,
    'cold-chain-eu',
    "os_version eq 'balenaOS 5.3.22' and overall_status eq 'operational' and supervisor_version eq '17.0.1' and storage_usage lt 8000",
  )
  await start(world, uuid, '6.0.13')
  pass(world, 20 * MINUTES)
  expect(await shown(world, id)).toMatchObject({
    os_version: 'balenaOS 6.0.13',
    supervisor_version: '17.0.1',
    should_be_managed_by__release: [],
  })
})

test('a supervisor chosen later is the target, and not the one of the last OS update', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu', `${HEALTHY} and supervisor_version eq '16.12.4'`)
  const [release] = await world.rows(
    "/v7/release?$select=id&$filter=belongs_to__application/any(a:a/slug eq 'balena_os/aarch64-supervisor') and raw_version eq '17.1.2'",
    'ada',
  )
  await start(world, uuid, '6.1.0')
  await world.request(`/v7/device(${id})`, {
    as: 'ada',
    method: 'PATCH',
    body: { should_be_managed_by__release: release?.['id'] },
  })
  pass(world, 20 * MINUTES)
  expect(await shown(world, id)).toMatchObject({
    supervisor_version: '17.1.2',
    should_be_managed_by__release: [{ raw_version: '17.1.2' }],
  })
})
