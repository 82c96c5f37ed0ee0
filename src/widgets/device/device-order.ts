import { useMemo, useState } from 'react'
import { shownStatus, type ShownDeviceStatus } from '@/domain/device/device-status.ts'

/** A device that was read, and so can have a cell of its own. */
export interface MatrixDevice {
  uuid: string
  device_name: string
  overall_status: Parameters<typeof shownStatus>[0]['overall_status']
  is_frozen: boolean
  /** Whether it has an issue; undefined if that is not known. */
  needsAttention?: boolean
}

/** The order of the cells: what is not well first, what is in progress next. */
export const CELL_ORDER: readonly ShownDeviceStatus[] = [
  'frozen',
  'disconnected',
  'reduced-functionality',
  'inactive',
  'post-provisioning',
  'configuring',
  'updating',
  'operational',
]

const RANKS = new Map(CELL_ORDER.map((status, rank) => [status, rank]))

/** Devices by status, among equals those that need attention first, then by name. */
function sorted<Device extends MatrixDevice>(devices: readonly Device[]): Device[] {
  const ranks: Device[][] = Array.from({ length: 2 * CELL_ORDER.length }, () => [])
  for (const device of devices) {
    const rank = RANKS.get(shownStatus(device)) ?? 0
    ranks[2 * rank + (device.needsAttention === true ? 0 : 1)]?.push(device)
  }
  return ranks.flatMap(byName)
}

/** Platforms return devices by name when asked to, so that a hundred thousand need not be sorted again. */
function byName<Device extends MatrixDevice>(devices: Device[]): Device[] {
  const isSorted = devices.every(
    ({ device_name }, index) => (devices[index - 1]?.device_name ?? '') <= device_name,
  )
  return isSorted ? devices : devices.sort((a, b) => (a.device_name < b.device_name ? -1 : 1))
}

/** The devices in an order of UUIDs, then the others by status and name. */
export function inOrder<Device extends MatrixDevice>(
  devices: readonly Device[],
  order: readonly string[],
): Device[] {
  if (order.length === 0) return sorted(devices)
  const byUuid = new Map(devices.map((device) => [device.uuid, device]))
  const known = order.flatMap((uuid) => byUuid.get(uuid) ?? [])
  for (const { uuid } of known) byUuid.delete(uuid)
  return [...known, ...sorted([...byUuid.values()])]
}

export interface DeviceOrder<Device> {
  devices: readonly Device[] | undefined
  /** Whether they are as `sortAnew` would place them. */
  isSorted: boolean
  sortAnew: () => void
}

/**
 * The devices sorted by status when they were first read. Later a device keeps its place, so that its change is seen there,
 * until it is asked to sort anew; new devices follow at the end.
 */
export function useDeviceOrder<Device extends MatrixDevice>(
  devices: readonly Device[] | undefined,
): DeviceOrder<Device> {
  const [order, setOrder] = useState<readonly string[]>([])
  const placed = useMemo(() => (devices ? inOrder(devices, order) : undefined), [devices, order])
  if (placed && placed.some(({ uuid }, index) => order[index] !== uuid)) {
    setOrder(placed.map(({ uuid }) => uuid))
  }
  const isSorted = useMemo(
    () => placed === undefined || sorted(placed).every(({ uuid }, index) => placed[index]?.uuid === uuid),
    [placed],
  )
  return { devices: placed, isSorted, sortAnew: () => setOrder([]) }
}
