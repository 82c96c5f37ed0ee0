import { diskOf, partitionOf } from '../definition/disks.ts'
import type { Machine } from './machine.ts'

export interface Partition {
  name: string
  mib: number
  label: string
  /** Empty for the one that contains others. */
  type: string
  on: string
}

/** The disk of a device and its partitions. */
export function partitionsOf(machine: Machine): { disk: string; mib: number; parts: Partition[] } {
  const { hardware } = machine.device()
  const disk = diskOf(hardware.blockDevice)
  const part = (n: number, mib: number, label: string, type: string, on: string): Partition => ({
    name: partitionOf(disk, n),
    mib,
    label,
    type,
    on,
  })
  const parts = [
    part(1, 40, 'resin-boot', 'vfat', '/mnt/boot'),
    part(2, 312, 'resin-rootA', 'ext4', '/mnt/sysroot/active'),
    part(3, 312, 'resin-rootB', 'ext4', '/mnt/sysroot/inactive'),
    part(4, 0.001, '', '', ''),
    part(5, 20, 'resin-state', 'ext4', '/mnt/state'),
    {
      name: hardware.blockDevice,
      mib: hardware.storageMiB,
      label: 'resin-data',
      type: 'ext4',
      on: '/mnt/data',
    },
  ]
  return { disk, mib: Math.ceil(parts.reduce((sum, it) => sum + it.mib, 4)), parts }
}

/** The disk, then its partitions, with the numbers of their devices. */
export function blockDevicesOf(machine: Machine): { name: string; mib: number; number: string }[] {
  const { disk, mib, parts } = partitionsOf(machine)
  const major = disk.startsWith('mmc') ? 179 : disk.startsWith('nvme') ? 259 : 8
  return [{ name: disk, mib }, ...parts].map((it, minor) => ({
    name: it.name,
    mib: it.mib,
    number: `${major}:${minor}`,
  }))
}
