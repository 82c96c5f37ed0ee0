import { diskOf, partitionOf } from '../files/disks.ts'
import type { Machine } from '../machine.ts'

/** What the kernel says while it starts. */
export function bootMessages(machine: Machine): { at: number; message: string }[] {
  const booted = machine.bootedAt()
  const { hardware } = machine.device()
  const disk = diskOf(hardware.blockDevice)
  const { memoryTotal } = machine.metrics()
  const texts: [number, string][] = [
    [0, 'Booting Linux on physical CPU 0x0'],
    [0, `Linux version ${machine.kernel()} (oe-user@oe-host) #1 SMP PREEMPT`],
    [0, machine.isIntel() ? 'DMI: Intel Corporation NUC8i5BEH/NUC8BEB' : `Machine model: ${hardware.model}`],
    [0.002, `Memory: ${memoryTotal * 1024}K/${(memoryTotal + 76) * 1024}K available`],
    [0.081, `smp: Brought up 1 node, ${hardware.cores} CPU${hardware.cores === 1 ? '' : 's'}`],
    [
      1.204,
      disk.startsWith('mmc')
        ? `mmcblk0: mmc0:aaaa SC16G ${Math.round(hardware.storageMiB / 1024)} GiB`
        : `sd 0:0:0:0: [${disk}] Attached SCSI disk`,
    ],
    [2.311, 'EXT4-fs (' + partitionOf(disk, 2) + '): mounted filesystem with ordered data mode'],
    [
      2.894,
      'systemd[1]: Detected architecture ' +
        (machine.isIntel() ? 'x86-64' : hardware.arch === 'aarch64' ? 'arm64' : 'arm') +
        '.',
    ],
    [2.897, `systemd[1]: Hostname set to <${machine.hostname()}>.`],
    [5.402, 'eth0: Link is Up - 1Gbps/Full - flow control rx/tx'],
    [9.116, 'overlayfs: "xino" feature enabled using 2 upper inode bits.'],
    [14.72, `balena0: port 1(veth${machine.token(4920, 1).slice(0, 7)}) entered forwarding state`],
  ]
  return texts.map(([seconds, message]) => ({ at: booted + Math.round(seconds * 1000), message }))
}
