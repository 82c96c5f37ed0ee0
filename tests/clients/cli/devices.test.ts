import { beforeAll, beforeEach, expect, test } from 'vitest'
import { FLEET, REFUSAL, useCliWorld, type Cli } from './cli-world.ts'

const MINUTE = 60_000
const ELSEWHERE = 'acme_logistics/wifi-setup'

const world = useCliWorld()
let ada: Cli
let listed: ListedDevice[]
let uuids: string[]
/** Each test has its own device. */
let uuid: string
beforeAll(async () => {
  ada = await world.signedIn('ada')
  listed = await ada.json<ListedDevice[]>('device', 'list', '--fleet', FLEET)
  uuids = listed.filter(({ status, is_online }) => is_online && status === 'Idle').map((one) => one.uuid)
})
beforeEach(() => {
  uuid = uuids.shift() ?? ''
})

interface ListedDevice {
  uuid: string
  device_name: string
  is_online: boolean
  status: string
  os_version: string
  fleet: string
}

interface DeviceDetails extends ListedDevice {
  note: string | null
  commit: string
}

const show = (which = uuid) => ada.json<DeviceDetails>('device', which)
const pass = (ms: number) => world.cloud.clock.advanceTo(world.cloud.clock.now() + ms)

test('lists all devices or those of a fleet, and finds one by long and by short UUID', async () => {
  const [all, some] = await Promise.all([
    ada.json<ListedDevice[]>('device', 'list'),
    ada.json<ListedDevice[]>('device', 'list', '--fleet', FLEET),
  ])
  expect(some.length).toBeGreaterThan(40)
  expect(all.length).toBeGreaterThan(some.length)
  expect(some.every(({ fleet }) => fleet === FLEET)).toBe(true)
  const [long, short] = await Promise.all([show(), show(uuid.slice(0, 7))])
  expect(long).toMatchObject({ uuid, is_online: true })
  expect(short).toMatchObject({ uuid })
  expect(await ada.refused('device', 'deadbee')).toMatch(/Device not found: deadbee/)
  expect(await ada.refused('device', 'list', '--fleet', 'acme_logistics/none')).toMatch(/not found/)
})

test('renames a device and edits its note', async () => {
  await ada.ok('device', 'rename', uuid, 'gate-south')
  await ada.ok('device', 'note', 'Beside the ramp', '--device', uuid)
  expect(await show()).toMatchObject({ device_name: 'gate-south', note: 'Beside the ramp' })
})

test('pins a device to a release, and lets it track its fleet again', async () => {
  const { commit } = await show()
  const releases = await ada.json<{ commit: string; is_final: boolean }[]>('release', 'list', FLEET)
  const older = releases.find((one) => one.is_final && one.commit !== commit)?.commit ?? ''
  await ada.ok('device', 'pin', uuid, older)
  expect(await ada.ok('device', 'pin', uuid)).toContain(`currently pinned to ${older}`)
  pass(30 * MINUTE)
  expect(await show()).toMatchObject({ commit: older })
  await ada.ok('device', 'track-fleet', uuid)
  expect(await ada.ok('device', 'pin', uuid)).toContain('not currently pinned')
  pass(30 * MINUTE)
  expect(await show()).toMatchObject({ commit })
  expect(await ada.refused('device', 'pin', uuid, 'f'.repeat(40))).toMatch(/Release not found/)
})

test('moves a device to a compatible fleet, and fails for one that does not exist', async () => {
  expect(await ada.refused('device', 'move', uuid, '--fleet', 'acme_logistics/none')).toMatch(/not found/)
  expect(await show()).toMatchObject({ fleet: FLEET })
  await ada.ok('device', 'move', uuid, '--fleet', ELSEWHERE)
  expect(await show()).toMatchObject({ fleet: ELSEWHERE })
})

test('identifies a device, purges its data, restarts its services, and reboots it', async () => {
  await ada.ok('device', 'identify', uuid)
  await ada.ok('device', 'purge', uuid)
  pass(5 * MINUTE)
  await ada.ok('device', 'restart', uuid)
  pass(5 * MINUTE)
  await ada.ok('device', 'reboot', uuid)
  pass(10 * MINUTE)
  expect(await show()).toMatchObject({ is_online: true })
})

test('stops, starts and restarts one service; fails for a service the device does not have', async () => {
  await ada.ok('device', 'stop-service', uuid, 'sensor-hub')
  await ada.ok('device', 'start-service', uuid, 'sensor-hub')
  await ada.ok('device', 'restart', uuid, '--service', 'sensor-hub')
  for (const command of ['stop-service', 'start-service'])
    expect(await ada.refused('device', command, uuid, 'nope')).toMatch(/Service nope not found/)
})

test('a device that was shut down is offline and accepts no commands', async () => {
  await ada.ok('device', 'shutdown', uuid)
  pass(10 * MINUTE)
  expect(await show()).toMatchObject({ is_online: false })
  expect(await ada.refused('device', 'reboot', uuid)).toMatch(/not online|No online device|offline/)
  expect(await ada.refused('device', 'identify', uuid)).toMatch(/not online|No online device|offline/)
})

test('local mode is off, and cannot be enabled on a production image', async () => {
  expect(await ada.ok('device', 'local-mode', uuid, '--status')).toBe('false')
  expect(await ada.refused('device', 'local-mode', uuid, '--enable')).toMatch(/development OS/)
  expect(await ada.ok('device', 'local-mode', uuid, '--status')).toBe('false')
})

test('enables, reads and disables the public URL of a device', async () => {
  await ada.ok('device', 'public-url', uuid, '--enable')
  expect(await ada.ok('device', 'public-url', uuid)).toMatch(new RegExp(`^https://${uuid}\\.`))
  await ada.ok('device', 'public-url', uuid, '--disable')
  expect(await ada.refused('device', 'public-url', uuid)).not.toBe('')
})

test('grants and revokes support access to a device', async () => {
  expect(await ada.ok('support', 'enable', '--device', uuid)).toContain('granted for 24h')
  await ada.ok('support', 'disable', '--device', uuid)
})

test('registers, deactivates and removes a device', async () => {
  const registered = await ada.ok('device', 'register', 'acme_logistics/bench-lab')
  const made = /\b[0-9a-f]{32}\b/.exec(registered)?.[0] ?? ''
  expect(await show(made)).toMatchObject({ fleet: 'acme_logistics/bench-lab', is_online: false })
  await ada.ok('device', 'deactivate', made, '--yes')
  await ada.ok('device', 'rm', made, '--yes')
  expect(await ada.refused('device', made)).toMatch(/Device not found/)
})

test('updates the OS to an existing version only', async () => {
  const older = listed.find(({ os_version }) => os_version === 'balenaOS 6.0.13')?.uuid ?? ''
  const update = [older, '--yes', '--version']
  expect(await ada.refused('device', 'os-update', ...update, '9.9.9')).toMatch(
    /9\.9\.9 is not in the Host OS update targets/,
  )
  await ada.ok('device', 'os-update', ...update, '6.0.24')
  pass(120 * MINUTE)
  expect(await show(older)).toMatchObject({ os_version: 'balenaOS 6.0.24' })
})

test('reads and follows the log of a device', async () => {
  const history = await ada.ok('device', 'logs', uuid)
  expect(history.split('\n').length).toBeGreaterThan(20)
  const following = ada.start('device', 'logs', uuid, '--tail')
  await following.lines(100)
  pass(10 * MINUTE)
  expect((await following.lines(110)).length).toBeGreaterThanOrEqual(110)
  await following.stop()
})

test('an observer cannot change a device', async () => {
  const olive = await world.signedIn('olive')
  const before = await show()
  expect(await olive.json<DeviceDetails>('device', uuid)).toMatchObject({ uuid })
  for (const attempt of [
    ['device', 'rename', uuid, 'mine'],
    ['device', 'move', uuid, '--fleet', ELSEWHERE],
    ['device', 'reboot', uuid],
    ['device', 'rm', uuid, '--yes'],
  ])
    expect(await olive.refused(...attempt), attempt.join(' ')).toMatch(REFUSAL)
  expect(await show()).toEqual(before)
})
