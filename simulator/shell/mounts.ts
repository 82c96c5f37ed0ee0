import { diskOf, partitionOf } from '../definition/disks.ts'
import type { Machine } from './machine.ts'

export interface Mount {
  device: string
  /** MiB. */
  size: number
  used: number
  on: string
  type: string
  options: string
}

/** What is mounted on the machine. */
export function mountsOf(machine: Machine): Mount[] {
  const { storageBlockDevice, storageTotal, memoryTotal } = machine.metrics()
  const used = machine.storageUsed()
  const half = Math.floor(memoryTotal / 2)
  const disk = diskOf(storageBlockDevice.replace(/^\/dev\//, ''))
  const part = (n: number) => `/dev/${partitionOf(disk, n)}`
  const tmpfs = (on: string, size: number, inUse = 0): Mount => ({
    device: 'tmpfs',
    size,
    used: inUse,
    on,
    type: 'tmpfs',
    options: 'rw,nosuid,nodev,relatime',
  })
  if (!machine.isHost()) {
    const lower = 'rw,relatime,lowerdir=/var/lib/docker/overlay2/l,upperdir=/var/lib/docker/overlay2/diff'
    return [
      { device: 'overlay', size: storageTotal, used, on: '/', type: 'overlay', options: lower },
      ...machine.mounts().map((it): Mount => ({
        device: part(6),
        size: storageTotal,
        used,
        on: it.target,
        type: 'ext4',
        options: `${it.isReadOnly ? 'ro' : 'rw'},relatime`,
      })),
      {
        device: 'proc',
        size: 0,
        used: 0,
        on: '/proc',
        type: 'proc',
        options: 'rw,nosuid,nodev,noexec,relatime',
      },
      tmpfs('/dev', 64),
      {
        device: 'sysfs',
        size: 0,
        used: 0,
        on: '/sys',
        type: 'sysfs',
        options: 'ro,nosuid,nodev,noexec,relatime',
      },
      {
        device: storageBlockDevice,
        size: storageTotal,
        used,
        on: '/data',
        type: 'ext4',
        options: 'rw,noatime',
      },
      { ...tmpfs('/dev/shm', 64), device: 'shm' },
    ]
  }
  const ext4 = (device: string, on: string, size: number, inUse: number, options = 'rw,relatime'): Mount => ({
    device,
    size,
    used: inUse,
    on,
    type: 'ext4',
    options,
  })
  return [
    {
      device: 'devtmpfs',
      size: half - 24,
      used: 0,
      on: '/dev',
      type: 'devtmpfs',
      options: 'rw,relatime,size=50%,mode=755',
    },
    ext4(part(2), '/', 312, 287, 'ro,relatime'),
    {
      device: 'proc',
      size: 0,
      used: 0,
      on: '/proc',
      type: 'proc',
      options: 'rw,nosuid,nodev,noexec,relatime',
    },
    {
      device: 'sysfs',
      size: 0,
      used: 0,
      on: '/sys',
      type: 'sysfs',
      options: 'rw,nosuid,nodev,noexec,relatime',
    },
    {
      device: 'cgroup2',
      size: 0,
      used: 0,
      on: '/sys/fs/cgroup',
      type: 'cgroup2',
      options: 'rw,nosuid,nodev,noexec,relatime',
    },
    ext4(part(5), '/mnt/state', 18, 1),
    tmpfs('/run', half, 1),
    {
      device: part(1),
      size: 40,
      used: 9,
      on: '/mnt/boot',
      type: 'vfat',
      options: 'rw,relatime,fmask=0022,dmask=0022',
    },
    ext4(storageBlockDevice, '/mnt/data', storageTotal, used, 'rw,noatime'),
    ext4(storageBlockDevice, '/var/lib/docker', storageTotal, used, 'rw,noatime'),
    tmpfs('/var/volatile', half),
    tmpfs('/tmp', half),
  ]
}
