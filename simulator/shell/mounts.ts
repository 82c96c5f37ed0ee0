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
  const root = machine.isRootWritable() ? 'rw,relatime' : 'ro,relatime'
  const kernel = (device: string, on: string, type = device): Mount => ({
    device,
    size: 0,
    used: 0,
    on,
    type,
    options: 'rw,nosuid,nodev,noexec,relatime',
  })
  // What is kept of the root file system is in the state partition.
  const kept = (on: string) => ext4(part(5), on, 18, 1)
  return [
    {
      device: 'devtmpfs',
      size: half - 24,
      used: 0,
      on: '/dev',
      type: 'devtmpfs',
      options: 'rw,relatime,size=50%,mode=755',
    },
    tmpfs('/run', half, 1),
    ext4(part(2), '/mnt/sysroot/active', 300, 276, root),
    ext4(part(5), '/mnt/state', 18, 1),
    {
      device: 'overlay',
      size: 300,
      used: 276,
      on: '/',
      type: 'overlay',
      options: `${root},lowerdir=/mnt/sysroot/active/balena/overlay2/l,upperdir=/mnt/sysroot/active/balena/overlay2/diff`,
    },
    kernel('proc', '/proc'),
    kernel('sysfs', '/sys'),
    kernel('cgroup2', '/sys/fs/cgroup'),
    ext4(storageBlockDevice, '/mnt/data', storageTotal, used, 'rw,noatime'),
    tmpfs('/dev/shm', half),
    tmpfs('/tmp', half),
    tmpfs('/var/volatile', half),
    {
      device: part(1),
      size: 40,
      used: 9,
      on: '/mnt/boot',
      type: 'vfat',
      options: 'rw,relatime,fmask=0022,dmask=0022',
    },
    ext4(part(3), '/mnt/sysroot/inactive', 300, 1),
    ...[
      '/etc/NetworkManager/system-connections',
      '/etc/balena-supervisor',
      '/etc/docker',
      '/etc/hostname',
      '/etc/openvpn',
      '/home/root/.docker',
      '/home/root/.ssh',
      '/var/lib/NetworkManager',
      '/var/lib/bluetooth',
      '/var/lib/chrony',
      '/var/lib/systemd',
    ].map(kept),
    ext4(storageBlockDevice, '/var/lib/docker', storageTotal, used, 'rw,noatime'),
    ext4(storageBlockDevice, '/resin-data', storageTotal, used, 'rw,noatime'),
  ]
}
