import { expect, test } from 'vitest'
import { aBatch, aWorld, MINUTES, PI } from '../../simulator/testing/a-world.ts'
import type { World } from '../../simulator/world/world.ts'
import { createDeviceStates } from './device-states.ts'

type Read =
  | 'seed'
  | 'now'
  | 'nextWakeAt'
  | 'nextWake'
  | 'read'
  | 'release'
  | 'fleet'
  | 'isSilent'
  | 'size'
  | 'exists'
  | 'indexOfId'
  | 'indexOfUuid'
  | 'indexesOfUuidPrefix'
  | 'devicesOfFleet'
  | 'lockedDevices'
  | 'fleetCounts'
  | 'device'
  | 'column'
  | 'sortedBy'
  | 'version'
  | 'mark'
  | 'changedSince'
  | 'edits'
  | 'watch'
  | 'systemUpdate'
  | 'supervisorTarget'
  | 'logs'
  | 'nextLogAt'
  | 'periods'
  | 'movedDevices'
  | 'metricsAt'
  | 'isExternal'
  | 'externalDevices'
  | 'linesSince'
  | 'files'
  | 'config'
  | 'storedBytes'
  | 'isUnitRunning'
  | 'isSupervisorRunning'
  | 'imageBytes'
  | 'snapshot'
  | 'fingerprint'

const SERVICE = 'dashboard'

/** Every way to change a world: one that is added to it does not compile until it is tested here. */
const changes: Record<Exclude<keyof World, Read>, (world: World) => unknown> = {
  advanceTo: (world) => world.advanceTo(world.now() + 20 * MINUTES),
  addRelease: (world) => {
    const plan = world.release(1)
    if (plan !== undefined) world.addRelease({ ...plan, version: '9.9.9' })
  },
  addFleet: (world) => world.addFleet({ id: 9, name: 'ninth', targetReleaseId: null }),
  setFleetTarget: (world) => world.setFleetTarget(1, null),
  setFleetConfig: (world) => world.setFleetConfig(1, 'RESIN_SUPERVISOR_LOCAL_MODE', '1'),
  addDevices: (world) => world.addDevices(aBatch({ count: 2 })),
  addDevice: (world) => world.addDevice({ fleetId: 1, hardware: PI, at: world.now() }),
  powerOn: (world) => {
    const index = world.addDevice({ fleetId: 1, hardware: PI, at: world.now(), persona: 'never-seen' })
    world.powerOn(index)
  },
  removeDevice: (world) => world.removeDevice(1),
  moveDevice(world) {
    world.addFleet({ id: 9, name: 'ninth', targetReleaseId: null })
    world.moveDevice(0, 9)
  },
  setPin: (world) => world.setPin(0, 1),
  rename: (world) => world.rename(0, 'renamed'),
  setUuid: (world) => world.setUuid(0, 'ab'.repeat(16)),
  setConfig: (world) => world.setConfig(0, 'RESIN_SUPERVISOR_VPN_CONTROL', 'false'),
  setActive: (world) => world.setActive(0, false),
  command: (world) => world.command(0, { kind: 'stop-service', serviceName: SERVICE }),
  setLink: (world) => world.setLink(0, false),
  setConnectivity: (world) => world.setConnectivity(0, 'away'),
  setFrozen: (world) => world.setFrozen(new Set([0])),
  setLock: (world) => world.setLock(0, SERVICE),
  setLockFile: (world) => world.setLockFile(0, SERVICE, true),
  setFlock: (world) => world.setFlock(0, SERVICE, true),
  setVariable: (world) => world.setVariable({ of: 'device', index: 0 }, 'LEVEL', 'debug'),
  setLabel: (world) => world.setLabel({ of: 'service', fleetId: 1, serviceId: 1 }, 'color', 'red'),
  renameFleet: (world) => world.renameFleet(1, 'renamed'),
  startSystemUpdate: (world) =>
    world.startSystemUpdate(0, { part: 'os', version: 'balenaOS 6.1.0', variant: 'prod', bytes: 1_000_000 }),
  attachExternalDevice: (world) => world.attachExternalDevice(0),
  applyPoll(world) {
    world.attachExternalDevice(0)
    world.applyPoll(0, MINUTES)
  },
  applyReport(world) {
    world.attachExternalDevice(0)
    world.applyReport(0, { status: 'Updating' })
  },
  applyLogLines(world) {
    world.attachExternalDevice(0)
    world.applyLogLines(0, [])
  },
  writeFile: (world) => world.writeFile(0, '/mnt/data/notes', 'text'),
}

test.each(Object.entries(changes))('a state that was read before %s is read again', (_name, change) => {
  const world = aWorld({ batch: { count: 3 } })
  const states = createDeviceStates(world)
  const before = states.of(0)
  expect(states.of(0)).toBe(before)
  change(world)
  expect(states.of(0)).toEqual(world.device(0))
})
