import type { Instant } from '../base/clock.ts'
import { commandOf, type Machine } from './machine.ts'

export interface FileNode {
  kind: 'file'
  text(): string
  executable?: boolean
  at: Instant
}
export interface FolderNode {
  kind: 'folder'
  entries: Map<string, FileNode | FolderNode>
  at: Instant
}
export type Node = FileNode | FolderNode

/** Strings are files, functions are files with computed content, and records are folders. */
interface Tree {
  [name: string]: string | (() => string) | Tree
}

const LOCK = '/tmp/balena/updates.lock'
const OLD_LOCK = '/tmp/resin/resin-updates.lock'

/** The files of a shell: those that follow from the state of the device, and those written by users. */
export class FileSystem {
  readonly #machine: Machine
  readonly #commands: readonly string[]

  constructor(machine: Machine, commands: readonly string[]) {
    this.#machine = machine
    this.#commands = commands
  }

  /** Finds the node at an absolute path. */
  find(path: string): Node | undefined {
    let node: Node = this.#root()
    for (const name of parts(path)) {
      if (node.kind !== 'folder') return undefined
      const next: Node | undefined = node.entries.get(name)
      if (!next) return undefined
      node = next
    }
    return node
  }

  /** The key under which the device stores a path; null when the path is read-only. */
  storedPath(path: string): string | null {
    const { target } = this.#machine
    if (target.kind === 'host') return /^\/(tmp|mnt\/data)\/./.test(path) ? path : null
    if (path.startsWith('/data/')) return this.#volume() + path.slice('/data'.length)
    return path.startsWith('/tmp/') ? `${target.name}:${path}` : null
  }

  /** Returns a shell error message, or undefined on success. */
  write(path: string, text: string, append: boolean): string | undefined {
    const node = this.find(path)
    if (node?.kind === 'folder') return 'Is a directory'
    if (this.find(parent(path))?.kind !== 'folder') return 'nonexistent directory'
    if (this.#isLock(path)) return this.#takeLock()
    const stored = this.storedPath(path)
    if (stored === null) return 'Read-only file system'
    try {
      this.#machine.now()
      const before = append && node ? node.text() : ''
      this.#machine.world.writeFile(this.#machine.index, stored, before + text)
      return undefined
    } catch (problem) {
      return problem instanceof Error ? problem.message : String(problem)
    }
  }

  /** Stores a folder as a path that ends in a slash. Returns a shell error message, or undefined on success. */
  makeFolder(path: string): string | undefined {
    if (this.find(path)) return 'File exists'
    if (this.find(parent(path))?.kind !== 'folder') return 'No such file or directory'
    const stored = this.storedPath(path)
    if (stored === null) return 'Read-only file system'
    this.#machine.now()
    this.#machine.world.writeFile(this.#machine.index, `${stored}/`, '')
    return undefined
  }

  /** Returns a shell error message, or undefined on success. */
  removeFolder(path: string): string | undefined {
    const node = this.find(path)
    if (!node) return 'No such file or directory'
    if (node.kind !== 'folder') return 'Not a directory'
    if (node.entries.size > 0) return 'Directory not empty'
    const stored = this.storedPath(path)
    if (stored === null || !this.#machine.world.files(this.#machine.index).has(`${stored}/`)) {
      return 'Read-only file system'
    }
    this.#machine.world.writeFile(this.#machine.index, `${stored}/`, null)
    return undefined
  }

  /** Returns a shell error message, or undefined on success. */
  remove(path: string): string | undefined {
    const node = this.find(path)
    if (!node) return 'No such file or directory'
    if (node.kind === 'folder') return 'Is a directory'
    if (this.#isLock(path)) return this.#releaseLock()
    const stored = this.storedPath(path)
    const files = this.#machine.world.files(this.#machine.index)
    if (stored === null || !files.has(stored)) return 'Read-only file system'
    this.#machine.world.writeFile(this.#machine.index, stored, null)
    return undefined
  }

  /** A service holds the update lock as long as this file exists (docs/platform/device-protocol.md). */
  #isLock(path: string): boolean {
    return !this.#machine.isHost() && (path === LOCK || path === OLD_LOCK)
  }

  #takeLock(): string | undefined {
    const { world, index, target } = this.#machine
    const holder = this.#machine.device().lockedBy
    if (target.kind === 'host' || holder === target.name) return undefined
    if (holder !== null) return `Locked by service '${holder}'`
    world.setLock(index, target.name)
    return undefined
  }

  #releaseLock(): undefined {
    this.#machine.world.setLock(this.#machine.index, null)
  }

  #volume(): string {
    return `/mnt/data/docker/volumes/${this.#machine.device().fleetId}_data/_data`
  }

  #root(): FolderNode {
    const machine = this.#machine
    const at = machine.bootedAt()
    const tree = machine.isHost() ? hostTree(machine, this.#commands) : containerTree(machine, this.#commands)
    const root = folder(tree, at)
    const prefix = machine.target.kind === 'host' ? '' : `${machine.target.name}:`
    for (const [path, { text, at: writtenAt }] of machine.world.files(machine.index)) {
      const visible = this.#visiblePath(path, prefix)
      if (visible === null) continue
      const isFolder = visible.endsWith('/')
      insert(root, parts(visible), isFolder ? writtenAt : { kind: 'file', text: () => text, at: writtenAt })
    }
    return root
  }

  #visiblePath(path: string, prefix: string): string | null {
    if (prefix === '') return path.startsWith('/') ? path : null
    if (path.startsWith(prefix)) return path.slice(prefix.length)
    const volume = this.#volume()
    return path.startsWith(`${volume}/`) ? `/data${path.slice(volume.length)}` : null
  }
}

function folder(tree: Tree, at: Instant): FolderNode {
  const entries = new Map<string, Node>()
  for (const [name, it] of Object.entries(tree)) {
    if (typeof it === 'object') entries.set(name, folder(it, at))
    else entries.set(name, { kind: 'file', text: typeof it === 'string' ? () => it : it, at })
  }
  return { kind: 'folder', entries, at }
}

/** Inserts a file, or a folder with its creation time, and creates missing parent folders. */
function insert(root: FolderNode, path: readonly string[], file: FileNode | Instant): void {
  const [name, ...rest] = path
  if (name === undefined) return
  const entries = root.entries
  if (rest.length === 0 && typeof file === 'object') {
    entries.set(name, file)
    return
  }
  const known = entries.get(name)
  const at = typeof file === 'object' ? file.at : file
  const next: FolderNode = known?.kind === 'folder' ? known : { kind: 'folder', entries: new Map(), at }
  entries.set(name, next)
  insert(next, rest, file)
}

function parts(path: string): string[] {
  return path.split('/').filter((it) => it !== '')
}

function parent(path: string): string {
  return `/${parts(path).slice(0, -1).join('/')}`
}

/** Resolves a path to an absolute one without `.`, `..` and `~`. */
export function resolvePath(path: string, cwd: string, home: string): string {
  const full =
    path === '~' || path.startsWith('~/')
      ? home + path.slice(1)
      : path.startsWith('/')
        ? path
        : `${cwd}/${path}`
  const found: string[] = []
  for (const part of parts(full)) {
    if (part === '..') found.pop()
    else if (part !== '.') found.push(part)
  }
  return `/${found.join('/')}`
}

function binaries(commands: readonly string[]): Tree {
  return Object.fromEntries(commands.map((name) => [name, '\x7fELF']))
}

function procTree(machine: Machine): Tree {
  return {
    cpuinfo: () => {
      const { hardware } = machine.device()
      const core = (n: number) =>
        `processor\t: ${n}\nBogoMIPS\t: 108.00\nFeatures\t: fp asimd evtstrm crc32 cpuid\n`
      const cores = Array.from({ length: hardware.cores }, (_, n) => core(n))
      return `${cores.join('\n')}\nSerial\t\t: ${machine.metrics().cpuId}\nModel\t\t: ${hardware.model}\n`
    },
    meminfo: () => {
      const { memoryTotal, memoryUsage } = machine.metrics()
      const row = (name: string, mib: number) =>
        `${`${name}:`.padEnd(16)}${String(mib * 1024).padStart(8)} kB\n`
      const rest = memoryTotal - memoryUsage
      return row('MemTotal', memoryTotal) + row('MemFree', Math.floor(rest * 0.4)) + row('MemAvailable', rest)
    },
    uptime: () => `${((machine.now() - machine.bootedAt()) / 1000).toFixed(2)} 0.00\n`,
    loadavg: () => `${machine.load().join(' ')} 1/214 30217\n`,
    version: () => `Linux version ${machine.kernel()} (oe-user@oe-host) #1 SMP PREEMPT\n`,
    cmdline: 'console=tty1 root=LABEL=resin-rootA rootfstype=ext4 rootwait\n',
  }
}

function sysTree(machine: Machine): Tree {
  return {
    class: {
      thermal: { thermal_zone0: { temp: () => `${machine.metrics().cpuTemp}000\n`, type: 'cpu-thermal\n' } },
      net: { eth0: { address: () => `${machine.device().macAddress.toLowerCase()}\n`, operstate: 'up\n' } },
    },
  }
}

function hostTree(machine: Machine, commands: readonly string[]): Tree {
  const device = machine.device()
  const volumes = { [`${device.fleetId}_data`]: { _data: {} } }
  const config = () =>
    `${JSON.stringify(
      {
        applicationId: device.fleetId,
        deviceType: device.hardware.model,
        deviceId: device.id,
        uuid: device.uuid,
        appUpdatePollInterval: 900000,
        listenPort: 48484,
        vpnPort: 443,
        developmentMode: device.osVariant === 'dev',
        persistentLogging: false,
      },
      null,
      2,
    )}\n`
  return {
    bin: binaries(commands),
    boot: {},
    dev: { [device.hardware.blockDevice]: '', null: '', tty: '' },
    etc: {
      hostname: () => `${machine.hostname()}\n`,
      hosts: () => `127.0.0.1\tlocalhost\n127.0.1.1\t${machine.hostname()}\n`,
      'os-release': () => osRelease(machine),
      issue: () => `${machine.device().osVersion} \\n \\l\n`,
      'resolv.conf': 'nameserver 127.0.0.2\n',
    },
    home: { root: {} },
    lib: { systemd: {} },
    mnt: {
      boot: { 'config.json': config, 'config.txt': 'enable_uart=1\ngpu_mem=16\ndtparam=i2c_arm=on\n' },
      data: { docker: { containers: {}, overlay2: {}, volumes }, 'resin-data': { 'balena-supervisor': {} } },
      state: {},
      sysroot: {},
    },
    proc: procTree(machine),
    root: { '.profile': 'export PS1="\\u@\\h:\\w# "\n' },
    run: { 'balena-engine.sock': '', 'balena-supervisor.sock': '' },
    sys: sysTree(machine),
    tmp: {},
    usr: { bin: {}, lib: {}, sbin: {} },
    var: { log: { journal: {} }, lib: {}, tmp: {} },
  }
}

function osRelease(machine: Machine): string {
  const { osVersion, osVariant, hardware } = machine.device()
  if (!machine.isHost()) {
    return [
      'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"',
      'NAME="Debian GNU/Linux"',
      'VERSION_ID="12"',
      'VERSION="12 (bookworm)"',
      'ID=debian',
      '',
    ].join('\n')
  }
  const number = machine.osNumber()
  return [
    'ID="balena-os"',
    'NAME="balenaOS"',
    `VERSION="${number}"`,
    `VERSION_ID="${number}"`,
    `PRETTY_NAME="${osVersion}"`,
    `MACHINE="${hardware.model}"`,
    `VARIANT_ID="${osVariant}"`,
    `META_BALENA_VERSION="${number}"`,
    '',
  ].join('\n')
}

function containerTree(machine: Machine, commands: readonly string[]): Tree {
  const service = machine.service()
  const version = service ? (machine.world.release(service.releaseId)?.version ?? '') : ''
  const name = service?.name ?? 'service'
  const command = service ? commandOf(service) : ''
  const programs = Array.from(command.matchAll(/\/usr\/src\/app\/(\S+)/g), ([, file = '']) => file)
  return {
    bin: binaries(commands),
    data: {},
    dev: { null: '', tty: '' },
    etc: {
      hostname: () => `${machine.hostname()}\n`,
      hosts: () =>
        `127.0.0.1\tlocalhost\n172.17.0.${2 + ((service?.serviceId ?? 0) % 200)}\t${machine.hostname()}\n`,
      'os-release': () => osRelease(machine),
      'resolv.conf': 'nameserver 127.0.0.11\noptions ndots:0\n',
    },
    home: {},
    lib: {},
    proc: procTree(machine),
    root: {},
    sys: sysTree(machine),
    tmp: { balena: holdsLock(machine) ? { 'updates.lock': '' } : {} },
    usr: {
      bin: {},
      src: {
        app: {
          'package.json': `${JSON.stringify({ name, version, private: true }, null, 2)}\n`,
          ...Object.fromEntries(programs.map((file) => [file, `# ${name} ${version}, ${file}\n`])),
          lib: {
            'service.js': `// ${name}: connects, samples, publishes\n`,
            'state.js': '// keeps /data/state.json\n',
          },
        },
      },
    },
    var: { log: {}, tmp: {} },
  }
}

function holdsLock(machine: Machine): boolean {
  return machine.device().lockedBy === machine.service()?.name
}
