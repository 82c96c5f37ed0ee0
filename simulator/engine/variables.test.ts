import { describe, expect, test } from 'vitest'
import { completeEnvironment, hasDefault } from '../device/environment.ts'
import { aShell } from '../testing/a-shell.ts'
import { aDevice, aRelease, aWorld, HOURS, MINUTES, NOON, SECONDS } from '../testing/a-world.ts'
import { deviceContainers, deviceLockFiles } from '../views/containers.ts'
import type { Container, World } from '../world/world.ts'

const FLEET = { of: 'fleet', fleetId: 1 } as const
const HUB = { of: 'service', fleetId: 1, serviceId: 1 } as const
const OWN = { of: 'device', index: 0 } as const
const OWN_HUB = { of: 'install', index: 0, serviceId: 1 } as const

const container = (world: World, name = 'sensor-hub', index = 0): Container => {
  const found = world.read(deviceContainers, index).find((it) => it.name === name)
  if (!found) throw new Error(`no container ${name}`)
  return found
}
const ids = (world: World) => world.read(deviceContainers, 0).map(({ id }) => id)
const system = (world: World, after = NOON) =>
  world
    .logs(0, { after })
    .filter(({ isSystem }) => isSystem)
    .map(({ message }) => message.replace(/ sha256:\w+/, ''))

describe('a variable set in the cloud', () => {
  test.each([
    ['the fleet', FLEET, ['sensor-hub', 'uplink', 'dashboard', 'watchdog']],
    ['a service', HUB, ['sensor-hub']],
    ['the device', OWN, ['sensor-hub', 'uplink', 'dashboard', 'watchdog']],
    ['a service of the device', OWN_HUB, ['sensor-hub']],
  ] as const)('of %s recreates exactly the containers it concerns', (_what, owner, concerned) => {
    const world = aDevice()
    const before = world.read(deviceContainers, 0)
    world.writeFile(0, 'sensor-hub:/tmp/note', 'in the layer')
    world.writeFile(0, '/mnt/data/docker/volumes/1_data/_data/note', 'in the volume')
    world.setVariable(owner, 'LOG_LEVEL', 'debug')
    expect(world.device(0).isMatchingTarget).toBe(false)
    expect(container(world).environment['LOG_LEVEL']).toBeUndefined()
    world.advanceTo(NOON + MINUTES)
    expect(world.device(0).isMatchingTarget).toBe(true)
    const after = world.read(deviceContainers, 0)
    for (const [at, { name, id, environment, createdAt, startedAt, status }] of after.entries()) {
      const isConcerned = (concerned as readonly string[]).includes(name)
      expect([name, id !== before[at]?.id]).toEqual([name, isConcerned])
      expect([name, environment['LOG_LEVEL']]).toEqual([name, isConcerned ? 'debug' : undefined])
      expect(status).toBe('Running')
      expect(createdAt >= NOON).toBe(isConcerned)
      if (isConcerned) expect(startedAt).toBeGreaterThan(createdAt)
    }
    expect([...world.files(0).keys()]).toEqual(['/mnt/data/docker/volumes/1_data/_data/note'])
  })

  test('is applied with the lines of the supervisor, in their order', () => {
    const world = aDevice()
    world.setVariable(HUB, 'LOG_LEVEL', 'debug')
    world.advanceTo(NOON + MINUTES)
    expect(system(world)).toEqual([
      'Taking update locks',
      "Killing service 'sensor-hub'",
      "Killed service 'sensor-hub'",
      "Installing service 'sensor-hub'",
      "Installed service 'sensor-hub'",
      "Starting service 'sensor-hub'",
      "Started service 'sensor-hub'",
      'Releasing update locks',
    ])
  })

  test('of a fleet with hundreds of devices is in their containers within a poll, seen in a terminal', () => {
    const it = aShell({ world: { batch: { count: 500 } } })
    const { world } = it
    expect(it.run('balena exec uplink env | grep -c LOG_LEVEL')).toBe('0')
    world.setVariable(FLEET, 'LOG_LEVEL', 'debug')
    it.pass(16 * MINUTES)
    const lacks = Array.from({ length: 500 }, (_, index) => index).filter((index) =>
      world.read(deviceContainers, index).some(({ environment }) => environment['LOG_LEVEL'] !== 'debug'),
    )
    // A moment without a connection delays what a device takes.
    expect(lacks.filter((index) => world.device(index).isMatchingTarget)).toEqual([])
    expect(lacks.length).toBeLessThan(10)
    expect(it.run('balena exec uplink env | grep LOG_LEVEL')).toBe('LOG_LEVEL=debug')
  })

  test('of each name that an image or the supervisor gives a value is known to have one', () => {
    const labels = Object.fromEntries(
      ['supervisor-api', 'balena-api', 'balena-socket'].map((it) => [`io.balena.features.${it}`, '1']),
    )
    const facts = {
      appId: 1,
      appUuid: '',
      appName: '',
      deviceUuid: '',
      deviceName: '',
      deviceType: '',
      deviceArch: '',
      osVersion: '',
      supervisorKey: '',
      deviceKey: '',
      apiUrl: '',
    }
    for (const kind of [
      'sensor',
      'dashboard',
      'worker',
      'uplink',
      'watchdog',
      'camera',
      'database',
    ] as const) {
      const names = Object.keys(completeEnvironment({}, labels, { name: 'it', kind }, facts))
      expect(names.length).toBeGreaterThan(20)
      expect(names.filter((name) => !hasDefault(name, { kind }))).toEqual([])
      expect(hasDefault('LOG_LEVEL', { kind })).toBe(false)
    }
  })

  test('changes nothing where a value of the device hides it, nor when it has that value already', () => {
    const world = aDevice('steady', { batch: { count: 2 } })
    world.setVariable(OWN, 'LOG_LEVEL', 'info')
    world.advanceTo(NOON + MINUTES)
    const before = ids(world)
    const other = container(world, 'uplink', 1).id
    world.setVariable(FLEET, 'LOG_LEVEL', 'debug')
    world.setVariable(HUB, 'LOG_LEVEL', 'warn')
    world.setVariable(OWN, 'LOG_LEVEL', 'info')
    world.advanceTo(NOON + 3 * MINUTES)
    expect(ids(world)).toEqual(before)
    expect(container(world).environment['LOG_LEVEL']).toBe('info')
    expect(container(world, 'sensor-hub', 1).environment['LOG_LEVEL']).toBe('warn')
    expect(container(world, 'uplink', 1).environment['LOG_LEVEL']).toBe('debug')
    expect(container(world, 'uplink', 1).id).not.toBe(other)
    world.setVariable(OWN, 'LOG_LEVEL', null)
    world.advanceTo(NOON + 5 * MINUTES)
    expect(container(world).environment['LOG_LEVEL']).toBe('warn')
    expect(ids(world)).not.toEqual(before)
  })

  test('that is taken back before the device knows recreates nothing', () => {
    const world = aDevice()
    const before = ids(world)
    world.setLink(0, false)
    world.setVariable(FLEET, 'LOG_LEVEL', 'debug')
    world.advanceTo(NOON + MINUTES)
    world.setVariable(FLEET, 'LOG_LEVEL', null)
    world.setLink(0, true)
    world.advanceTo(NOON + HOURS)
    expect(ids(world)).toEqual(before)
    expect(system(world)).toEqual([])
    expect(world.device(0).isMatchingTarget).toBe(true)
  })

  test('reaches an offline device when it reconnects, a polling one with its next poll', () => {
    const world = aDevice()
    world.setLink(0, false)
    world.setVariable(FLEET, 'LOG_LEVEL', 'debug')
    world.advanceTo(NOON + HOURS)
    expect(container(world).environment['LOG_LEVEL']).toBeUndefined()
    world.setLink(0, true)
    world.advanceTo(NOON + HOURS + MINUTES)
    expect(container(world).environment['LOG_LEVEL']).toBe('debug')
    world.setConnectivity(0, 'polls')
    world.setVariable(FLEET, 'LOG_LEVEL', 'info')
    world.advanceTo(NOON + HOURS + 18 * MINUTES)
    expect(container(world).environment['LOG_LEVEL']).toBe('info')
  })

  test('is ignored in local mode, until it ends', () => {
    const world = aDevice()
    world.setConfig(0, 'RESIN_SUPERVISOR_LOCAL_MODE', '1')
    world.advanceTo(NOON + MINUTES)
    world.setVariable(OWN, 'LOG_LEVEL', 'debug')
    world.advanceTo(NOON + HOURS)
    expect(container(world).environment['LOG_LEVEL']).toBeUndefined()
    world.setConfig(0, 'RESIN_SUPERVISOR_LOCAL_MODE', '0')
    world.advanceTo(NOON + HOURS + MINUTES)
    expect(container(world).environment['LOG_LEVEL']).toBe('debug')
  })

  test('waits for the update lock, with the sentence of the supervisor and waits that double', () => {
    const world = aDevice()
    world.setLockFile(0, 'uplink', true)
    world.setLockFile(0, 'watchdog', true)
    world.setVariable(HUB, 'LOG_LEVEL', 'debug')
    world.advanceTo(NOON + 2 * MINUTES)
    expect(container(world).environment['LOG_LEVEL']).toBeUndefined()
    const waits = system(world).flatMap(
      (it) => /^Updates are locked, retrying in (\w+)\./.exec(it)?.[1] ?? [],
    )
    expect(waits.slice(0, 6)).toEqual(['1s', '2s', '4s', '8s', '16s', '32s'])
    world.setLockFile(0, 'uplink', false)
    world.advanceTo(NOON + 10 * MINUTES)
    expect(world.device(0).lockedBy).toBe('watchdog')
    expect(container(world).environment['LOG_LEVEL']).toBeUndefined()
    world.setLockFile(0, 'watchdog', false)
    world.advanceTo(NOON + 30 * MINUTES)
    expect(container(world).environment['LOG_LEVEL']).toBe('debug')
  })

  test('is applied at once when the update is forced', () => {
    const world = aDevice()
    world.setLockFile(0, 'uplink', true)
    world.setVariable(HUB, 'LOG_LEVEL', 'debug')
    world.advanceTo(NOON + MINUTES)
    world.command(0, { kind: 'update', force: true })
    world.advanceTo(NOON + MINUTES + 15 * SECONDS)
    expect(container(world).environment['LOG_LEVEL']).toBe('debug')
  })

  test('during an update comes with the new containers, and waits for it elsewhere', () => {
    const world = aDevice('steady', { releases: [aRelease(1), aRelease(2, { keep: ['uplink'] })] })
    const uplink = container(world, 'uplink').id
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + 15 * SECONDS)
    expect(world.device(0).updateStatus).toBe('downloading')
    world.setVariable(FLEET, 'LOG_LEVEL', 'debug')
    world.advanceTo(NOON + 20 * MINUTES)
    expect(world.device(0)).toMatchObject({ runningReleaseId: 2, isMatchingTarget: true })
    for (const { environment } of world.read(deviceContainers, 0))
      expect(environment['LOG_LEVEL']).toBe('debug')
    expect(container(world, 'uplink').id).not.toBe(uplink)
  })

  test('is part of a snapshot, and the same from any step of time', () => {
    const world = aDevice('flaky', { batch: { count: 20 } })
    const stepped = aDevice('flaky', { batch: { count: 20 } })
    for (const it of [world, stepped]) it.setVariable(FLEET, 'LOG_LEVEL', 'debug')
    world.advanceTo(NOON + HOURS)
    for (let at = NOON + 7 * SECONDS; at < NOON + HOURS; at += 7 * SECONDS) stepped.advanceTo(at)
    stepped.advanceTo(NOON + HOURS)
    expect(stepped.fingerprint()).toBe(world.fingerprint())
  })
})

describe('the environment of a container', () => {
  test('is complete as the platform documents it', () => {
    const world = aWorld({
      batch: { hardware: { ...aDevice().device(0).hardware, slug: 'raspberrypi4-64' } },
    })
    const { uuid } = world.device(0)
    const { environment } = container(world)
    for (const prefix of ['BALENA', 'RESIN']) {
      expect(environment).toMatchObject({
        [prefix]: '1',
        [`${prefix}_APP_ID`]: '1',
        [`${prefix}_APP_NAME`]: 'cold-chain-eu',
        [`${prefix}_SERVICE_NAME`]: 'sensor-hub',
        [`${prefix}_DEVICE_UUID`]: uuid,
        [`${prefix}_DEVICE_TYPE`]: 'raspberrypi4-64',
        [`${prefix}_DEVICE_ARCH`]: 'aarch64',
        [`${prefix}_HOST_OS_VERSION`]: 'balenaOS 6.0.24',
        [`${prefix}_APP_LOCK_PATH`]: '/tmp/balena/updates.lock',
        [`${prefix}_DEVICE_NAME_AT_INIT`]: world.device(0).name,
      })
      expect(environment[`${prefix}_APP_UUID`]).toMatch(/^[0-9a-f]{32}$/)
      expect(environment[`${prefix}_SUPERVISOR_API_KEY`]).toBeUndefined()
      expect(environment[`${prefix}_API_KEY`]).toBeUndefined()
    }
    expect(environment['BALENA_SERVICE_HANDOVER_COMPLETE_PATH']).toBe('/tmp/balena/handover-complete')
    expect(environment['USER']).toBe('root')
  })

  test('has address and key of an API only by label', () => {
    const world = aDevice()
    const label = 'io.balena.features.supervisor-api'
    world.setLabel(HUB, label, '1')
    world.advanceTo(NOON + MINUTES)
    const { environment, labels } = container(world)
    expect(labels[label]).toBe('1')
    expect(environment['BALENA_SUPERVISOR_ADDRESS']).toBe('http://10.114.104.1:48484')
    expect(environment['RESIN_SUPERVISOR_PORT']).toBe('48484')
    expect(environment['BALENA_SUPERVISOR_API_KEY']).toMatch(/^[0-9a-f]{32}$/)
    expect(container(world, 'uplink').environment['BALENA_SUPERVISOR_ADDRESS']).toBeUndefined()
  })

  test('keeps the name that the device had when the container was created', () => {
    const world = aDevice()
    const { name } = world.device(0)
    world.rename(0, 'other')
    world.advanceTo(NOON + HOURS)
    expect(container(world).environment['BALENA_DEVICE_NAME_AT_INIT']).toBe(name)
    expect(world.device(0).isMatchingTarget).toBe(true)
    world.command(0, { kind: 'restart' })
    world.advanceTo(NOON + HOURS + MINUTES)
    expect(container(world).environment['BALENA_DEVICE_NAME_AT_INIT']).toBe('other')
  })
})

describe('what is in the memory of the host', () => {
  test('is gone after a reboot, with the lock files; containers and volumes stay', () => {
    const world = aDevice()
    const before = ids(world)
    world.setLockFile(0, 'uplink', true)
    expect(world.read(deviceLockFiles, 0)).toEqual([
      {
        service: 'uplink',
        path: '/tmp/balena-supervisor/services/1/uplink/updates.lock',
        at: NOON,
        isHeld: false,
      },
    ])
    for (const path of ['/tmp/a', '/mnt/data/b', 'sensor-hub:/tmp/c']) world.writeFile(0, path, 'x')
    expect(world.command(0, { kind: 'reboot' })).toMatchObject({ ok: false, reason: 'locked' })
    expect(world.command(0, { kind: 'reboot', force: true })).toEqual({ ok: true })
    world.advanceTo(NOON + 3 * MINUTES)
    expect(world.read(deviceLockFiles, 0)).toEqual([])
    expect(world.device(0).lockedBy).toBeNull()
    expect([...world.files(0).keys()]).toEqual(['/mnt/data/b', 'sensor-hub:/tmp/c'])
    expect(ids(world)).toEqual(before)
  })
})
