import type { Hardware } from '../../simulator/world/world-definition.ts'
import type { Instant } from '../../simulator/clock.ts'
import type { Store } from '../store/store.ts'
import { architectureOf } from '../resources/device-types.ts'

export interface NewDeviceRequest {
  fleet: number
  deviceType: number
  uuid?: string
  name?: string
  at: Instant
  /** The operating system of the machine that is switched on at once; null: nobody has switched one on yet. */
  machine: { version: string; variant: 'prod' | 'dev' } | null
}

/** What a machine of a type that no scenario describes is assumed to be. */
function hardwareOf(store: Store, deviceType: number): Hardware {
  const row = store.rows('device_type').row(deviceType)
  return {
    deviceTypeId: deviceType,
    model: String(row['name']),
    arch: architectureOf(store, deviceType),
    cores: 4,
    memoryMiB: 1850,
    storageMiB: 14_800,
    blockDevice: 'mmcblk0p6',
  }
}

/** A device joins a fleet, and stays silent until somebody switches its machine on or speaks with its key. Returns its index. */
export function provisionDevice(store: Store, newDevice: NewDeviceRequest): number {
  const { fleet, deviceType, uuid, name, at, machine } = newDevice
  const index = store.world.addDevice({
    fleetId: fleet,
    hardware: hardwareOf(store, deviceType),
    at,
    ...(uuid === undefined ? {} : { uuid }),
    ...(name === undefined ? {} : { name }),
    ...(machine === null ? { persona: 'never-seen' } : { os: machine }),
  })
  store.changed()
  return index
}
