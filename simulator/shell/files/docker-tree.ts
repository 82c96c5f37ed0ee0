import { isoDate } from '../../base/calendar.ts'
import type { Instant } from '../../base/clock.ts'
import { SYSTEM_MIB } from '../../device/metrics.ts'
import type { Machine } from '../machine.ts'
import { file, folder, largeFile, type Entries, type FolderNode, type Node } from './nodes.ts'

const MIB = 1_048_576
const DAY = 86_400_000
/** The image of the supervisor, unpacked. */
export const SUPERVISOR_BYTES = 142_000_000

interface Part {
  path: string
  share: number
}

/** The files of the services' data, with their shares of what is neither system nor image. */
function dataParts(machine: Machine): Part[] {
  const { metrics, persona } = machine.device()
  const isFull = metrics !== null && metrics.storageUsage > metrics.storageTotal * 0.8
  const day = (n: number) => isoDate(Math.floor(machine.bootedAt() / DAY) * DAY - n * DAY)
  const archive = [0, 1, 2, 3].map((n) => `archive/readings-${day(n)}.ndjson`)
  if (persona === 'filling' || isFull) {
    // One file is found at once: a log that nobody rotates.
    return [
      { path: 'spool/unsent-messages.log', share: 0.86 },
      { path: 'db/readings.sqlite', share: 0.07 },
      ...archive.map((path) => ({ path, share: 0.0175 })),
    ]
  }
  return [
    { path: 'db/readings.sqlite', share: 0.52 },
    { path: 'spool/unsent-messages.log', share: 0.04 },
    ...archive.map((path) => ({ path, share: 0.11 })),
  ]
}

/** A line that fits the kind of file. */
function lineOf(path: string): string {
  if (path.endsWith('.sqlite')) return 'SQLite format 3\0'
  if (path.endsWith('.log'))
    return 'ERROR upstream not reachable, message kept for later: {"probe":2,"temp":-18.4,"door":"closed"}\n'
  return '{"probe":1,"temp":-19.2,"door":"closed"}\n'
}

/** Also files of users can have the names that every object knows. */
const emptyFolder = (): Entries => Object.create(null) as Entries

/** Builds nested folders from paths. */
function nested(files: ReadonlyMap<string, Node>): Entries {
  const root: Entries = emptyFolder()
  for (const [path, node] of files) {
    const names = path.split('/')
    const last = names.pop() ?? ''
    let at = root
    for (const name of names) {
      const known = at[name]
      const next: Entries = typeof known === 'object' && !('kind' in known) ? known : emptyFolder()
      at[name] = next
      at = next
    }
    at[last] = node
  }
  return root
}

interface Sizes {
  images: { digest: string; bytes: number; name: string; at: Instant }[]
  system: number
  data: number
}

/** How the used storage of the data partition is divided, in bytes: the parts add up to it. */
function sizesOf(machine: Machine): Sizes {
  const used = Math.round(machine.storageOfDevice() * MIB)
  const images = machine.images()
  const inImages = images.reduce((sum, it) => sum + it.bytes, 0)
  const system = Math.min(SYSTEM_MIB * MIB, Math.max(0, used - inImages))
  return { images, system, data: Math.max(0, used - inImages - system) }
}

/** The data of the services in their volume. */
export function volumeTree(machine: Machine): FolderNode {
  const { data } = sizesOf(machine)
  const parts = dataParts(machine)
  const at = machine.bootedAt()
  const changed = machine.device().metricsAt ?? at
  const volume = machine.volume()
  const stored = machine.stored()
  // What a removed file has grown since is in the file that is written now.
  let rest = data
  const files = new Map<string, Node>()
  let extra = 0
  for (const { path, share } of parts) {
    const size = Math.floor(data * share)
    const known = stored.get(`${volume}/${path}`)
    if (known?.gone === true) extra += size - (known.size ?? 0)
    rest -= size
    files.set(path, largeFile(lineOf(path), size, path.startsWith('archive') ? at : changed))
  }
  const currentSize = Math.max(0, rest + extra)
  files.set('db/journal.wal', largeFile('wal\0', currentSize, changed))
  files.set(
    'state.json',
    file(
      () => `${JSON.stringify({ device: machine.device().uuid, since: Math.floor(at / 1000) }, null, 2)}\n`,
      at,
    ),
  )
  return folder(nested(files), changed)
}

/** /mnt/data/docker */
export function dockerTree(machine: Machine): Entries {
  const at = machine.bootedAt()
  const { images, system } = sizesOf(machine)
  const supervisor = Math.min(system, SUPERVISOR_BYTES)
  const layers = (total: number, seedText: string, installedAt: Instant): Entries => {
    const big = Math.floor(total * 0.7)
    const id = seedText.padEnd(64, '0')
    return {
      [id]: folder(
        () => ({
          diff: {
            usr: {
              lib: { 'libruntime.so.1': largeFile('\x7fELF', big, installedAt) },
              src: { app: { 'bundle.js': largeFile('// bundled\n', total - big, installedAt) } },
            },
          },
          link: 'L6XKQZ5R3B\n',
          committed: '',
        }),
        installedAt,
        0o710,
      ),
    }
  }
  const overlay: Entries = { ...layers(supervisor, machine.token(4810, 8), at), l: {} }
  for (const it of images) Object.assign(overlay, layers(it.bytes, it.digest, it.at))
  const containers = Object.fromEntries(
    machine.containers().map((it) => [
      it.fullId,
      folder(
        () => ({
          'config.v2.json': `${JSON.stringify({ ID: it.fullId, Name: `/${it.containerName}`, Driver: 'overlay2' })}\n`,
          'hostconfig.json': '{"RestartPolicy":{"Name":"always"},"NetworkMode":"bridge"}\n',
          hostname: `${it.containerId}\n`,
          'resolv.conf': 'nameserver 127.0.0.11\n',
        }),
        it.installedAt,
        0o710,
      ),
    ]),
  )
  const { fleetId } = machine.device()
  return {
    buildkit: {},
    containerd: {},
    containers: folder(containers, at, 0o710),
    image: {
      overlay2: {
        'repositories.json': () =>
          `${JSON.stringify({ Repositories: Object.fromEntries(images.map((it) => [it.name, { latest: `sha256:${it.digest}` }])) })}\n`,
        'layers.db': largeFile('layer\0', Math.floor((system - supervisor) / 3), at),
      },
    },
    network: { files: { 'local-kv.db': largeFile('kv\0', 65_536, at) } },
    overlay2: folder(overlay, at, 0o710),
    runtimes: {},
    swarm: {},
    tmp: {},
    trust: {},
    volumes: folder(
      { [`${fleetId}_data`]: { _data: volumeTree(machine) }, 'metadata.db': largeFile('\0', 32_768, at) },
      at,
      0o701,
    ),
  }
}

/** The rest of what the system keeps on the data partition. */
export function resinDataTree(machine: Machine): Entries {
  const { system } = sizesOf(machine)
  const at = machine.bootedAt()
  const supervisor = Math.min(system, SUPERVISOR_BYTES)
  const rest = system - supervisor - Math.floor((system - supervisor) / 3) - 65_536 - 32_768
  const name = machine.supervisorUnit()
  return {
    [name]: {
      'database.sqlite': largeFile('SQLite format 3\0', Math.max(0, Math.floor(rest * 0.2)), at),
      'target-state.cache': largeFile('{}\n', Math.max(0, rest - Math.floor(rest * 0.2)), at),
    },
  }
}
