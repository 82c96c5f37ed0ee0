import { longDate } from '../../base/calendar.ts'
import { mountText, uuidText } from '../files/kernel-tree.ts'
import { REMOUNTED } from '../machine.ts'
import { mountsOf, type Mount } from '../mounts.ts'
import { options, table } from '../options.ts'
import { blockDevicesOf, partitionsOf } from '../partitions.ts'
import type { Process, Program } from '../process.ts'

const MIB = 1_048_576

/** What is remounted keeps its new mode until the next boot. */
function remount(process: Process, target: string, modes: readonly string[]): number {
  const { machine } = process
  const path = process.resolve(target)
  const found = mountsOf(machine).find((it) => it.on === path)
  if (!machine.isHost()) {
    process.err('mount: permission denied (are you root?)\n')
    return 32
  }
  if (!found) {
    process.err(`mount: ${target}: mount point not mounted or bad option.\n`)
    return 32
  }
  if (path === '/') {
    if (modes.includes('rw')) machine.store(REMOUNTED, { text: 'rw\n', at: machine.now() })
    else if (modes.includes('ro')) machine.store(REMOUNTED, null)
  }
  return 0
}

const mount: Program = (process) => {
  const found = options(process, 'at:o:rwlv')
  if (!found) return 1
  const [target] = found.rest
  const modes = (found.value('o') ?? '').split(',')
  if (found.rest.length > 0 && modes.includes('remount'))
    return remount(process, found.rest.at(-1) ?? '', modes)
  if (found.rest.length > 0) {
    const text = process.isBusybox
      ? `mount: mounting ${target ?? ''} on ${found.rest[1] ?? ''} failed: Operation not permitted\n`
      : found.rest.length === 1
        ? `mount: ${target ?? ''}: can't find in /etc/fstab.\n`
        : process.find(found.rest[1] ?? '') === undefined
          ? `mount: ${found.rest[1] ?? ''}: mount point does not exist.\n`
          : process.find(target ?? '') === undefined
            ? `mount: ${found.rest[1] ?? ''}: special device ${target ?? ''} does not exist.\n`
            : `mount: ${found.rest[1] ?? ''}: permission denied.\n`
    process.err(text)
    return process.isBusybox ? 1 : 32
  }
  const type = found.value('t')
  for (const line of mountText(process.machine).trimEnd().split('\n')) {
    const [device = '', on = '', kind = '', mode = ''] = line.split(' ')
    if (type === undefined || kind === type) process.out(`${device} on ${on} type ${kind} (${mode})\n`)
  }
  return 0
}

/** The mounts as a tree by their paths, or those that were asked for. */
const findmnt: Program = (process) => {
  const found = options(process, 't:no:lrDS:T:', {
    types: 't:',
    noheadings: 'n',
    output: 'o:',
    list: 'l',
    raw: 'r',
    df: 'D',
    source: 'S:',
    target: 'T:',
  })
  if (!found) return 1
  const [wanted] = found.rest
  const types = found.value('t')?.split(',')
  const all = mountsOf(process.machine)
  const inside = found.value('T')
  const holder =
    inside === undefined
      ? undefined
      : all
          .filter(({ on }) => on === '/' || `${process.resolve(inside)}/`.startsWith(`${on}/`))
          .sort((a, b) => b.on.length - a.on.length)[0]
  const chosen = all.filter(
    (it) =>
      (types === undefined || types.includes(it.type)) &&
      (wanted === undefined || it.on === process.resolve(wanted) || it.device === wanted) &&
      (inside === undefined || it === holder) &&
      (found.value('S') === undefined || it.device === found.value('S')),
  )
  if (chosen.length === 0) return 1
  const columns = found.value('o')?.toUpperCase().split(',') ?? ['TARGET', 'SOURCE', 'FSTYPE', 'OPTIONS']
  const isTree = chosen.length === all.length && !['l', 'r', 'D'].some((it) => found.has(it))
  const sorted = isTree ? chosen.toSorted((a, b) => (a.on === '/' ? -1 : b.on === '/' ? 1 : 0)) : chosen
  const cell = (it: Mount, name: string, i: number): string => {
    if (name === 'TARGET')
      return `${isTree && it.on !== '/' ? (i === sorted.length - 1 ? '└─' : '├─') : ''}${it.on}`
    if (name === 'SOURCE') return it.device
    if (name === 'FSTYPE') return it.type
    if (name === 'OPTIONS') return it.options
    if (name === 'SIZE') return sizeText(it.size)
    if (name === 'USED') return sizeText(it.used)
    if (name === 'AVAIL') return sizeText(Math.max(0, it.size - it.used))
    return name === 'USE%' ? `${Math.round((it.used * 100) / Math.max(1, it.size))}%` : ''
  }
  const rows = sorted.map((it, i) => columns.map((name) => cell(it, name, i)))
  process.out(table(found.has('n') ? rows : [columns, ...rows], [], ' '))
  return 0
}

const isMounted = (process: Process): boolean => {
  const target = process.args.at(-1) ?? ''
  return mountText(process.machine)
    .split('\n')
    .some((line) => line.split(' ').slice(0, 2).includes(process.resolve(target)))
}

const umount: Program = (process) => {
  const target = process.args.at(-1) ?? ''
  if (process.isBusybox)
    return process.fail(
      `can't unmount ${target}: ${isMounted(process) ? 'Device or resource busy' : 'No such file or directory'}`,
    )
  if (process.args.length === 0) {
    process.err("umount: bad usage\nTry 'umount --help' for more information.\n")
    return 1
  }
  process.err(
    `umount: ${target}: ${isMounted(process) ? 'target is busy.' : process.find(target) === undefined ? 'no mount point specified.' : 'not mounted.'}\n`,
  )
  return 32
}

function sizeText(mib: number): string {
  if (mib < 0.01) return '1K'
  return mib >= 1024 ? `${(mib / 1024).toFixed(1).replace(/\.0$/, '')}G` : `${Math.round(mib)}M`
}

/** The columns of lsblk by name. */
const BLOCK_COLUMNS =
  'NAME KNAME PATH MAJ:MIN RM SIZE RO TYPE MOUNTPOINT MOUNTPOINTS FSTYPE FSVER LABEL UUID FSAVAIL FSSIZE FSUSED FSUSE% PARTUUID PARTLABEL PKNAME MODEL'.split(
    ' ',
  )

const lsblk: Program = (process) => {
  const found = options(process, 'abdfilmno:prJPs', {
    all: 'a',
    bytes: 'b',
    nodeps: 'd',
    fs: 'f',
    json: 'J',
    list: 'l',
    noheadings: 'n',
    output: 'o:',
    paths: 'p',
    pairs: 'P',
    raw: 'r',
  })
  if (!found) return 1
  const { machine } = process
  const { disk, parts } = partitionsOf(machine)
  const columns = found.value('o')?.toUpperCase().split(',')
  const names =
    columns ??
    (found.has('f')
      ? 'NAME,FSTYPE,FSVER,LABEL,UUID,FSAVAIL,FSUSE%,MOUNTPOINTS'
      : 'NAME,MAJ:MIN,RM,SIZE,RO,TYPE,MOUNTPOINTS'
    ).split(',')
  const unknown = names.find((it) => !BLOCK_COLUMNS.includes(it))
  if (unknown !== undefined) return process.fail(`unknown column: ${unknown}`)
  const wanted = found.rest.map((it) => it.replace(/^\/dev\//, ''))
  const devices = blockDevicesOf(machine)
  const missing = wanted.find((it) => !devices.some(({ name }) => name === it))
  if (missing !== undefined) {
    process.err(`lsblk: ${missing}: not a block device\n`)
    return 32
  }
  const mounts = mountsOf(machine)
  const spaceOf = (on: string | undefined): Record<string, string> => {
    const mounted = mounts.find((it) => it.on === on)
    return mounted === undefined
      ? { FSAVAIL: '', FSSIZE: '', FSUSED: '', 'FSUSE%': '' }
      : {
          FSAVAIL: sizeText(Math.max(0, mounted.size - mounted.used)),
          FSSIZE: sizeText(mounted.size),
          FSUSED: sizeText(mounted.used),
          'FSUSE%': `${Math.round((mounted.used * 100) / mounted.size)}%`,
        }
  }
  const isFlat = ['l', 'r', 'J', 'P'].some((it) => found.has(it))
  const rows = devices.map(({ name, mib, number }, i): Record<string, string> => {
    const part = parts[i - 1]
    const branch = part === undefined || isFlat || wanted.length > 0 ? '' : i === parts.length ? '`-' : '|-'
    const shown = found.has('p') ? `/dev/${name}` : name
    return {
      NAME: `${branch}${shown}`,
      KNAME: shown,
      PATH: `/dev/${name}`,
      'MAJ:MIN': number,
      RM: '0',
      SIZE: found.has('b') ? String(Math.round(mib * MIB)) : sizeText(mib),
      RO: '0',
      TYPE: part ? 'part' : 'disk',
      MOUNTPOINT: part?.on ?? '',
      MOUNTPOINTS: part?.on ?? '',
      FSTYPE: part?.type ?? '',
      FSVER: part === undefined || part.type === '' ? '' : part.type === 'vfat' ? 'FAT16' : '1.0',
      ...spaceOf(part?.on),
      LABEL: part?.label ?? '',
      UUID: part && part.type !== '' ? uuidText(machine.token(4910 + i - 1)) : '',
      PARTUUID: part ? `a8d65b0f-0${i}` : '',
      PARTLABEL: '',
      PKNAME: part ? disk : '',
      MODEL: part ? '' : disk.startsWith('mmc') ? '' : 'INTEL SSD',
    }
  })
  const chosen = rows.filter(
    (_, i) =>
      (!found.has('d') || i === 0 || wanted.length > 0) &&
      (wanted.length === 0 ||
        wanted.includes(devices[i]?.name ?? '') ||
        (wanted.includes(disk) && !found.has('d'))),
  )
  if (found.has('J')) {
    const json = (row: Record<string, string>) =>
      Object.fromEntries(
        names.map((it) => {
          const value = row[it] ?? ''
          return [
            it.toLowerCase(),
            it === 'MOUNTPOINTS'
              ? [value === '' ? null : value]
              : it === 'RM' || it === 'RO'
                ? value === '1'
                : it === 'SIZE' && found.has('b')
                  ? Number(value)
                  : value === ''
                    ? null
                    : value,
          ]
        }),
      )
    const [first, ...rest] = chosen
    const tree =
      first === undefined
        ? []
        : first['TYPE'] === 'disk' && rest.length > 0
          ? [{ ...json(first), children: rest.map(json) }]
          : chosen.map(json)
    process.out(`${JSON.stringify({ blockdevices: tree }, null, 3)}\n`)
    return 0
  }
  if (found.has('P')) {
    for (const row of chosen) process.out(`${names.map((it) => `${it}="${row[it] ?? ''}"`).join(' ')}\n`)
    return 0
  }
  const cells = chosen.map((row) => names.map((it) => row[it] ?? ''))
  const all = found.has('n') ? cells : [names, ...cells]
  if (found.has('r')) process.out(all.map((row) => `${row.join(' ')}\n`).join(''))
  else
    process.out(
      table(
        all,
        names.flatMap((it, i) => (/^SIZE$|^FS(?:AVAIL|SIZE|USED|USE%)$/.test(it) ? [i] : [])),
        ' ',
      ),
    )
  return 0
}

const blkid: Program = (process) => {
  const found = options(process, 'o:s:L:U:', { output: 'o:', 'match-tag': 's:', label: 'L:', uuid: 'U:' })
  if (!found) return 1
  const rows = partitionsOf(process.machine).parts.flatMap((it, i) =>
    it.type === ''
      ? []
      : [
          {
            path: `/dev/${it.name}`,
            tags: {
              LABEL: it.label,
              UUID: uuidText(process.machine.token(4910 + i)),
              BLOCK_SIZE: it.type === 'vfat' ? '512' : it.mib < 100 ? '1024' : '4096',
              TYPE: it.type,
              PARTUUID: `a8d65b0f-0${i + 1}`,
            },
          },
        ],
  )
  const wanted = found.rest
  const label = found.value('L')
  const uuid = found.value('U')
  if (label !== undefined || uuid !== undefined) {
    const it = rows.find(({ tags }) => tags.LABEL === label || tags.UUID === uuid)
    if (!it) return 2
    process.out(`${it.path}\n`)
    return 0
  }
  const chosen = rows.filter(({ path }) => wanted.length === 0 || wanted.includes(path))
  const tag = found.value('s')
  for (const { path, tags } of chosen) {
    const shown = Object.entries(tags).filter(([name]) => tag === undefined || name === tag)
    process.out(
      found.value('o') === 'value'
        ? shown.map(([, value]) => `${value}\n`).join('')
        : `${path}: ${shown.map(([name, value]) => `${name}="${value}"`).join(' ')}\n`,
    )
  }
  return chosen.length > 0 ? 0 : 2
}

/** Number and name of the kind of a partition. */
const KINDS: Readonly<Record<string, readonly [string, string]>> = {
  vfat: ['c', 'W95 FAT32 (LBA)'],
  ext4: ['83', 'Linux'],
  '': ['f', "W95 Ext'd (LBA)"],
}

const fdisk: Program = (process) => {
  const { disk, mib, parts } = partitionsOf(process.machine)
  if (!process.args.includes('-l')) {
    process.err(
      process.args.length === 0
        ? "fdisk: bad usage\nTry 'fdisk --help' for more information.\n"
        : 'fdisk: this disk is in use and its partitions are not changed here; only -l works\n',
    )
    return 1
  }
  const wanted = process.args.find((it) => it.startsWith('/'))
  if (
    wanted !== undefined &&
    wanted !== `/dev/${disk}` &&
    !parts.some((it) => `/dev/${it.name}` === wanted)
  ) {
    process.err(`fdisk: cannot open ${wanted}: No such file or directory\n`)
    return 1
  }
  const head = (name: string, size: number) =>
    `Disk ${name}: ${size >= 1024 ? `${(size / 1024).toFixed(2)} GiB` : `${size} MiB`}, ${size * MIB} bytes, ${size * 2048} sectors\n`
  const units =
    'Units: sectors of 1 * 512 = 512 bytes\nSector size (logical/physical): 512 bytes / 512 bytes\nI/O size (minimum/optimal): 512 bytes / 512 bytes\n'
  if (wanted !== undefined && wanted !== `/dev/${disk}`) {
    process.out(head(wanted, Math.round(parts.find((it) => `/dev/${it.name}` === wanted)?.mib ?? 1)) + units)
    return 0
  }
  process.out(`${head(`/dev/${disk}`, mib)}${units}Disklabel type: dos\nDisk identifier: 0xa8d65b0f\n\n`)
  const end = mib * 2048 - 1
  let next = 8192
  const rows = parts.map((it, i) => {
    const start = next
    const sectors = it.type === '' ? end - start + 1 : Math.round(it.mib * 2048)
    // What is inside the extended partition begins a little after it.
    next = it.type === '' ? start + 8192 : start + sectors + (i > 3 ? 8192 : 0)
    const last = Math.min(end, start + sectors - 1)
    const [id, kind] = KINDS[it.type] ?? ['', '']
    return [
      `/dev/${it.name}`,
      i === 0 ? '*' : '',
      String(start),
      String(last),
      String(last - start + 1),
      sizeText((last - start + 1) / 2048),
      id,
      kind,
    ]
  })
  process.out(
    table(
      [['Device', 'Boot', 'Start', 'End', 'Sectors', 'Size', 'Id', 'Type'], ...rows],
      [2, 3, 4, 5, 6],
      ' ',
    ),
  )
  return 0
}

/** What a file system says of itself. */
const superblock: Program = (process) => {
  const [path = ''] = process.args.filter((it) => it.startsWith('/dev/'))
  const { machine } = process
  const found = mountsOf(machine).find((it) => it.device === path && it.type === 'ext4')
  const { parts } = partitionsOf(machine)
  const at = parts.findIndex((it) => `/dev/${it.name}` === path)
  const part = parts[at]
  process.err(`${process.name} 1.46.5 (30-Dec-2021)\n`)
  if (part?.type !== 'ext4') {
    process.err(
      part === undefined
        ? `${process.name}: No such file or directory while trying to open ${path}\nCouldn't find valid filesystem superblock.\n`
        : `${process.name}: Bad magic number in super-block while trying to open ${path}\n`,
    )
    return 1
  }
  const blocks = Math.round(part.mib * 256)
  const free = Math.round((part.mib - (found?.used ?? part.mib * 0.9)) * 256)
  const rows: [string, string][] = [
    ['Filesystem volume name', part.label],
    ['Last mounted on', part.on],
    ['Filesystem UUID', uuidText(machine.token(4910 + at))],
    ['Filesystem magic number', '0xEF53'],
    ['Filesystem revision #', '1 (dynamic)'],
    ['Filesystem state', 'clean'],
    ['Errors behavior', 'Continue'],
    ['Filesystem OS type', 'Linux'],
    ['Inode count', String(Math.round(blocks / 4))],
    ['Block count', String(blocks)],
    ['Free blocks', String(Math.max(0, free))],
    ['Block size', '4096'],
    ['Last mount time', longDate(machine.bootedAt()).replace(' UTC', '')],
    ['Mount count', String(machine.boots().length)],
    ['Maximum mount count', '-1'],
  ]
  process.out(rows.map(([name, value]) => `${`${name}:`.padEnd(26)}${value}\n`).join(''))
  return 0
}

/** Checks a file system; one that is mounted only with -n. */
const check: Program = (process) => {
  const [path = ''] = process.args.filter((it) => it.startsWith('/dev/'))
  const part = partitionsOf(process.machine).parts.find((it) => `/dev/${it.name}` === path)
  process.err('e2fsck 1.46.5 (30-Dec-2021)\n')
  if (part?.type !== 'ext4') {
    process.err(`e2fsck: No such file or directory while trying to open ${path}\n`)
    return 8
  }
  const isRead = process.args.some((it) => /^-[a-z]*n/.test(it))
  if (!isRead) {
    process.err(`${path} is mounted.\ne2fsck: Cannot continue, aborting.\n\n\n`)
    return 8
  }
  const blocks = Math.round(part.mib * 256)
  const used = Math.round((mountsOf(process.machine).find((it) => it.device === path)?.used ?? 0) * 256)
  process.out(
    `Warning!  ${path} is mounted.\nWarning: skipping journal recovery because doing a read-only filesystem check.\n${part.label}: clean, ${Math.round(used / 40)}/${Math.round(blocks / 4)} files, ${used}/${blocks} blocks\n`,
  )
  return 0
}

export const blockPrograms: Record<string, Program> = {
  blkid,
  dumpe2fs: superblock,
  e2fsck: check,
  fdisk,
  findmnt,
  'fsck.ext4': check,
  lsblk,
  mount,
  tune2fs: superblock,
  umount,
}
