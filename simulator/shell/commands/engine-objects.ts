import { valueIn } from '../../base/records.ts'
import { CLOUD_DOMAIN, cloudHost } from '../../definition/identity.ts'
import { hardwareAddress, ownAddress } from '../addresses.ts'
import { imageCommand } from '../container-images.ts'
import { SUPERVISOR_BYTES } from '../files/docker-tree.ts'
import { sha256 } from '../hashes.ts'
import {
  supervisorMounts,
  SUPERVISOR_PID,
  type Machine,
  type RunningService,
  type StoredEntry as StoredFile,
} from '../machine.ts'
import type { OwnContainer } from '../own-containers.ts'
import { durationText, nanoStamp } from './time-text.ts'

/** A container as the engine knows it, the supervisor's included. */
export interface EngineContainer {
  id: string
  name: string
  image: string
  imageDigest: string
  command: string
  createdAt: number
  startedAt: number
  isRunning: boolean
  service: RunningService | null
  ports: string
  pid: number
  health: string
  labels: Record<string, string>
  environment: Record<string, string>
  mounts: { type: 'volume' | 'bind'; source: string; target: string; name: string; isReadOnly?: boolean }[]
  network: string
  address: string
  /** That of a user, beside those of the supervisor. */
  own: OwnContainer | null
}

export interface EngineImage {
  repository: string
  tag: string
  id: string
  createdAt: number
  bytes: number
  /** The digest of the service's image that one of a user was made of. */
  base?: string
}

/** An image, or another name of one, that a user made with `balena commit` or `balena tag`. */
export type OwnImage = EngineImage & { base: string }

const OWN_IMAGE = /^\/mnt\/data\/docker\/image\/overlay2\/user\/(.+)\.json$/

/** What the engine calls an image that has no name. */
export const UNNAMED = '<none>'

/** Where the device keeps what it knows of an image of a user: by its name, or by its id when it has none. */
export const storedImage = ({ repository, tag, id }: EngineImage): string =>
  `/mnt/data/docker/image/overlay2/user/${repository === UNNAMED ? id : `${repository.replaceAll('/', '%2F')}%3A${tag}`}.json`

/** Whether a value is an image: users can change the files in which they are. */
export function isEngineImage(value: unknown): value is EngineImage {
  if (typeof value !== 'object' || value === null) return false
  const it = value as Partial<Record<keyof EngineImage, unknown>>
  return (
    [it.repository, it.tag, it.id, it.base ?? ''].every((one) => typeof one === 'string') &&
    [it.createdAt, it.bytes].every((one) => typeof one === 'number')
  )
}

const isOwnImage = (value: unknown): value is OwnImage => isEngineImage(value) && value.base !== undefined

/** The images of users, newest first. Files that somebody has spoiled are left out. */
export function ownImagesOf(machine: Machine): OwnImage[] {
  const found: OwnImage[] = []
  for (const [path, file] of machine.stored()) {
    if (!OWN_IMAGE.test(path) || file.gone === true) continue
    try {
      const image: unknown = JSON.parse(file.text)
      if (isOwnImage(image)) found.push(image)
    } catch {
      // It is no image any more.
    }
  }
  return found.sort((a, b) => b.createdAt - a.createdAt)
}

/** The image of the device's supervisor. */
export function supervisorImage(machine: Machine): EngineImage {
  const { since, version } = machine.supervisor()
  return {
    repository: cloudHost('registry2').concat('/v2/', machine.token(4811 + version)),
    tag: 'latest',
    id: machine.token(4812 + version, 8),
    createdAt: since,
    bytes: SUPERVISOR_BYTES,
  }
}

/** All containers, newest first, the supervisor's last. */
export function engineContainers(machine: Machine): EngineContainer[] {
  const { fleetId } = machine.device()
  const images = machine.images()
  const booted = machine.bootedAt()
  const services = machine.containers().map((it): EngineContainer => {
    const kind = it.plan?.kind
    const image = images.find((one) => one.imageId === it.imageId)
    return {
      id: it.fullId,
      name: it.containerName,
      image: image?.location ?? '',
      imageDigest: image?.digest ?? '',
      command: imageCommand(kind),
      createdAt: it.createdAt,
      startedAt: it.startedAt,
      isRunning: it.status === 'Running' || it.status === 'Stopping',
      own: null,
      service: it,
      ports: kind === 'dashboard' ? '0.0.0.0:80->80/tcp' : '',
      pid: it.pid,
      health: '',
      labels: { ...it.container.labels },
      environment: { ...it.container.environment },
      mounts: [
        {
          type: 'volume',
          source: `/var/lib/docker/volumes/${fleetId}_data/_data`,
          target: '/data',
          name: `${fleetId}_data`,
        },
        {
          type: 'bind',
          source: `/tmp/balena-supervisor/services/${fleetId}/${it.name}`,
          target: '/tmp/balena',
          name: '',
        },
      ],
      network: `${fleetId}_default`,
      address: `172.17.0.${2 + (it.serviceId % 200)}`,
    }
  })
  const own = supervisorImage(machine)
  const unit = machine.supervisorUnit()
  const { since, version } = machine.supervisor()
  const supervisor: EngineContainer = {
    id: machine.token(4813 + version, 8),
    name: unit === 'balena-supervisor' ? 'balena_supervisor' : 'resin_supervisor',
    image: own.repository,
    imageDigest: own.id,
    command: '/usr/src/app/entry.sh',
    createdAt: since,
    startedAt: Math.max(booted + 15_000, since),
    isRunning: machine.isSupervisorRunning(),
    own: null,
    service: null,
    ports: '',
    pid: SUPERVISOR_PID,
    health: ' (healthy)',
    labels: { 'io.balena.supervisor': 'true' },
    environment: {
      DOCKER_SOCKET: '/var/run/balena-engine.sock',
      BOOT_MOUNTPOINT: '/mnt/boot',
      MIXPANEL_TOKEN: machine.token(4803),
      DELTA_ENDPOINT: `https://delta.${CLOUD_DOMAIN}`,
      LED_FILE: '/dev/null',
      LISTEN_PORT: '48484',
      NODE_EXTRA_CA_CERTS: '',
      SUPERVISOR_IMAGE: own.repository,
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      CONFIG_MOUNT_POINT: '/boot/config.json',
      DOCKER_ROOT: '/mnt/root/var/lib/balena-engine',
      SUPERVISOR_CONTAINER_ID: machine.token(4813 + version, 8),
      NODE_VERSION: '20.18.0',
    },
    // The service links its folder of the data partition into the root.
    mounts: supervisorMounts(unit).map((it) => ({
      ...it,
      source: it.source.replace(/^\/mnt\/data\/resin-data/, '/resin-data'),
    })),
    network: 'host',
    address: '',
  }
  const added = machine.ownContainers().map((it, _, all): EngineContainer => ({
    id: it.id,
    name: it.name,
    image: it.image,
    imageDigest: it.imageDigest,
    command:
      it.words.join(' ') ||
      imageCommand(services.find(({ service }) => service?.name === it.service)?.service?.plan?.kind),
    createdAt: it.createdAt,
    startedAt: it.startedAt ?? it.createdAt,
    isRunning: it.isRunning,
    own: it,
    service: null,
    ports: it.ports,
    pid: 30_900 + (Number.parseInt(it.id.slice(0, 4), 16) % 400),
    health: it.isPaused ? ' (Paused)' : '',
    labels: it.labels,
    environment: it.environment,
    mounts: (it.mounts ?? []).map((one) => ({
      ...one,
      source: one.source.replace(/^\/mnt\/data\/docker(?=\/)/, '/var/lib/docker'),
    })),
    network: it.network,
    address: it.network === 'host' || it.network === 'none' || !it.isRunning ? '' : ownAddress(all, it.id),
  }))
  return [
    ...added,
    ...services.sort((a, b) => b.createdAt - a.createdAt || (a.name < b.name ? -1 : 1)),
    supervisor,
  ]
}

/** `created`, `running`, `paused` or `exited`. */
export function containerStateText({ isRunning, own }: EngineContainer): string {
  if (own?.startedAt === null) return 'created'
  if (own?.isPaused === true) return 'paused'
  return isRunning ? 'running' : 'exited'
}

/** What was written in a container, by path: not what its image brought, as one of a user can. */
export function writtenFiles(
  machine: Machine,
  { own, service, imageDigest }: EngineContainer,
): [path: string, file: StoredFile][] {
  const key = own?.id ?? service?.name
  if (key === undefined) return []
  const files = machine.stored()
  return [...files].flatMap(([at, file]): [string, StoredFile][] => {
    if (!at.startsWith(`${key}:`)) return []
    const path = at.slice(key.length + 1)
    const before = files.get(`${imageDigest}:${path}`)
    const isSame =
      before !== undefined &&
      before.text === file.text &&
      before.mode === file.mode &&
      before.link === file.link &&
      before.gone === file.gone
    return isSame ? [] : [[path, file]]
  })
}

/** The same in bytes. */
export const writtenBytes = (machine: Machine, container: EngineContainer): number =>
  writtenFiles(machine, container).reduce((sum, [, file]) => sum + fileBytes(file), 0)

const fileBytes = (file: StoredFile): number => (file.gone === true ? 0 : (file.size ?? file.text.length))

/** The images, however many names they have, with the bytes that each adds: one of a user only what was written over its base. */
export function imagesOnDisk(machine: Machine): { id: string; bytes: number; isUsed: boolean }[] {
  const own = new Set(ownImagesOf(machine).map((it) => it.id))
  const written = new Map<string, number>()
  for (const [path, file] of machine.stored()) {
    const id = path.slice(0, path.indexOf(':'))
    if (own.has(id)) written.set(id, (written.get(id) ?? 0) + fileBytes(file))
  }
  const ofDevice = new Map([
    ...machine.images().map((it) => [it.digest, it.bytes] as const),
    [supervisorImage(machine).id, SUPERVISOR_BYTES] as const,
  ])
  const used = new Set(engineContainers(machine).map((it) => it.imageDigest))
  return [...new Set([...own, ...ofDevice.keys()])].map((id) => ({
    id,
    bytes: ofDevice.get(id) ?? written.get(id) ?? 0,
    isUsed: used.has(id),
  }))
}

export function engineImages(machine: Machine): EngineImage[] {
  const own = machine.images().map((it): EngineImage => ({
    repository: it.location,
    tag: 'latest',
    id: it.digest,
    createdAt: it.at,
    bytes: it.bytes,
  }))
  return [...ownImagesOf(machine), ...own, supervisorImage(machine)]
}

/** Finds by name, prefix of the id, or the name of the service. */
export function findContainer(machine: Machine, text: string): EngineContainer | undefined {
  const all = engineContainers(machine)
  return (
    all.find((it) => it.name === text || it.id === text) ??
    all.find((it) => it.service?.name === text) ??
    (/^[0-9a-f]+$/.test(text) ? all.find((it) => it.id.startsWith(text)) : undefined)
  )
}

export function findImage(machine: Machine, text: string): EngineImage | undefined {
  const bare = text.replace(/^sha256:/, '').replace(/:latest$/, '')
  const all = engineImages(machine)
  return (
    all.find(
      (it) => (it.tag === 'latest' && it.repository === bare) || `${it.repository}:${it.tag}` === text,
    ) ?? (/^[0-9a-f]+$/.test(bare) ? all.find((it) => it.id.startsWith(bare)) : undefined)
  )
}

/** 124MB, 1.2GB: with the units of a thousand that the engine uses. */
export function decimalSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${Number(value.toPrecision(3))}${units[unit] ?? ''}`
}

export function containerStatusText(container: EngineContainer, now: number): string {
  if (container.isRunning) return `Up ${durationText(now - container.startedAt)}${container.health}`
  const { own } = container
  if (own?.startedAt === null) return 'Created'
  return `Exited (${own?.exitCode ?? 143}) ${durationText(now - (own?.finishedAt ?? container.startedAt))} ago`
}

const NEVER = '0001-01-01T00:00:00Z'

export const imageBytes = (machine: Machine, { imageDigest }: EngineContainer): number =>
  engineImages(machine).find(({ id }) => id === imageDigest)?.bytes ?? 0

/** Where the ports of a container are reached, by port; `everywhere` stands for all addresses. */
function portsOf({ ports }: EngineContainer, everywhere: string) {
  const found: Record<string, { HostIp: string; HostPort: string }[]> = {}
  for (const [, address = '', HostPort = '', port = ''] of ports.matchAll(/([^\s,]+):(\d*)->(\d+\/\w+)/g))
    (found[port] ??= []).push({ HostIp: address === '0.0.0.0' ? everywhere : address, HostPort })
  return found
}

const TOKENS: Readonly<Record<string, number>> = { bridge: 1, host: 2, none: 3, supervisor0: 4 }

/** The id of a network, by its name: those of the device are known, those of users follow from their names. */
export function networkId(machine: Machine, name: string): string {
  if (name === `${machine.device().fleetId}_default`) return machine.token(4820, 8)
  const known = valueIn(TOKENS, name === 'default' ? 'bridge' : name)
  return known === undefined ? sha256(`${machine.token(4840)}${name}`) : machine.token(4820 + known, 8)
}

/** What `inspect` prints of a container. */
export function containerDetails(
  machine: Machine,
  it: EngineContainer,
  withSize = false,
): Record<string, unknown> {
  const words = it.own && it.own.words.length > 0 ? it.own.words : it.command.split(' ')
  const [path = '', ...args] = words
  return {
    Id: it.id,
    Created: nanoStamp(it.createdAt),
    Path: path,
    Args: args,
    State: {
      Status: containerStateText(it),
      Running: it.isRunning,
      Paused: it.own?.isPaused === true,
      Restarting: false,
      OOMKilled: false,
      Dead: false,
      Pid: it.isRunning ? it.pid : 0,
      ExitCode: it.isRunning ? 0 : (it.own?.exitCode ?? 143),
      Error: '',
      StartedAt: it.own?.startedAt === null ? NEVER : nanoStamp(it.startedAt),
      FinishedAt:
        it.isRunning || it.own?.startedAt === null ? NEVER : nanoStamp(it.own?.finishedAt ?? machine.now()),
      ...(it.health === '' || it.own ? {} : { Health: { Status: 'healthy', FailingStreak: 0, Log: [] } }),
    },
    Image: `sha256:${it.imageDigest}`,
    ResolvConfPath: `/var/lib/docker/containers/${it.id}/resolv.conf`,
    HostnamePath: `/var/lib/docker/containers/${it.id}/hostname`,
    HostsPath: `/var/lib/docker/containers/${it.id}/hosts`,
    LogPath: '',
    Name: `/${it.name}`,
    RestartCount: 0,
    Driver: 'overlay2',
    Platform: 'linux',
    MountLabel: '',
    ProcessLabel: '',
    AppArmorProfile: '',
    ExecIDs: null,
    HostConfig: {
      Binds: it.mounts.map(
        (one) =>
          `${one.type === 'volume' ? one.name : one.source}:${one.target}:${one.isReadOnly === true ? 'ro' : 'rw'}`,
      ),
      NetworkMode: it.network,
      PortBindings: portsOf(it, ''),
      RestartPolicy: { Name: it.own?.restart ?? 'always', MaximumRetryCount: 0 },
      AutoRemove: it.own?.isRemovedAtEnd === true,
      LogConfig: { Type: 'journald', Config: {} },
      Privileged: it.service === null && it.own === null,
      ReadonlyRootfs: false,
      Memory: 0,
      NanoCpus: 0,
    },
    GraphDriver: {
      Name: 'overlay2',
      Data: {
        LowerDir: `/var/lib/docker/overlay2/${it.imageDigest}/diff`,
        MergedDir: `/var/lib/docker/overlay2/${it.id}/merged`,
        UpperDir: `/var/lib/docker/overlay2/${it.id}/diff`,
        WorkDir: `/var/lib/docker/overlay2/${it.id}/work`,
      },
    },
    ...(withSize
      ? { SizeRw: writtenBytes(machine, it), SizeRootFs: imageBytes(machine, it) + writtenBytes(machine, it) }
      : {}),
    Mounts: it.mounts.map((one) => ({
      Type: one.type,
      ...(one.name === '' ? {} : { Name: one.name }),
      Source: one.source,
      Destination: one.target,
      ...(one.type === 'volume' ? { Driver: 'local' } : {}),
      Mode: one.isReadOnly === undefined ? 'z' : one.isReadOnly ? 'ro' : '',
      RW: one.isReadOnly !== true,
      Propagation: one.type === 'volume' ? '' : 'rprivate',
    })),
    Config: {
      Hostname: it.own?.hostname ?? (it.service === null ? machine.hostname() : it.id.slice(0, 12)),
      User: it.own?.user ?? '',
      Tty: it.service !== null,
      Env: Object.entries(it.environment).map(([name, value]) => `${name}=${value}`),
      Cmd: words,
      Image: it.image,
      WorkingDir: '/usr/src/app',
      Entrypoint: null,
      Labels: it.labels,
    },
    NetworkSettings: {
      IPAddress: '',
      Ports: portsOf(it, '0.0.0.0'),
      Networks: {
        [it.network]: {
          NetworkID: networkId(machine, it.network),
          IPAddress: it.address,
          Gateway: it.address === '' ? '' : it.own ? '10.114.101.1' : '172.17.0.1',
          IPPrefixLen: it.address === '' ? 0 : it.own ? 24 : 16,
          MacAddress: it.address === '' ? '' : hardwareAddress(it.address),
        },
      },
    },
  }
}

export function imageDetails(machine: Machine, it: EngineImage): Record<string, unknown> {
  const service = machine
    .containers()
    .find((one) =>
      machine.images().some((image) => image.imageId === one.imageId && image.digest === (it.base ?? it.id)),
    )
  return {
    Id: `sha256:${it.id}`,
    RepoTags: engineImages(machine)
      .filter((one) => one.id === it.id && one.repository !== UNNAMED)
      .map((one) => `${one.repository}:${one.tag}`),
    RepoDigests: it.base === undefined ? [`${it.repository}@sha256:${it.id}`] : [],
    Created: nanoStamp(it.createdAt),
    Architecture: { amd64: 'amd64', aarch64: 'arm64' }[machine.device().hardware.arch] ?? 'arm',
    Os: 'linux',
    Size: it.bytes,
    VirtualSize: it.bytes,
    Config: { WorkingDir: '/usr/src/app', Cmd: imageCommand(service?.plan?.kind).split(' ') },
    GraphDriver: { Name: 'overlay2', Data: { UpperDir: `/var/lib/docker/overlay2/${it.id}/diff` } },
    RootFS: { Type: 'layers', Layers: [`sha256:${it.id}`] },
  }
}
