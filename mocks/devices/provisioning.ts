import type { Instant } from '../../simulator/base/clock.ts'
import type { Hardware } from '../../simulator/definition/world-definition.ts'
import { architectureOf } from '../os/device-types.ts'
import type { Store } from '../store/store.ts'

export interface NewDeviceRequest {
  fleet: number
  deviceType: number
  uuid?: string
  name?: string
  at: Instant
  /** The OS of the machine, which is powered on immediately; null: no machine is powered on yet. */
  machine: { version: string; variant: 'prod' | 'dev' } | null
}

/** The default hardware of a device type. */
function hardwareOf(store: Store, deviceType: number): Hardware {
  const row = store.rows('device_type').row(deviceType)
  return {
    deviceTypeId: deviceType,
    slug: row.slug,
    model: row.name,
    arch: architectureOf(store, deviceType),
    cores: 4,
    memoryMiB: 1850,
    storageMiB: 14_800,
    blockDevice: 'mmcblk0p6',
  }
}

/** Adds a device to a fleet and returns its index. Without a machine, it is inactive until it is powered on or its key is used. */
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
  if (!store.platform.hasInactiveDevices) store.world.setActive(index, true)
  store.changed()
  return index
}
