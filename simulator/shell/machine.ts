import type { Clock, Instant } from '../base/clock.ts'
import { chance, draw, hex8 } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import { kernelRelease } from '../definition/kernels.ts'
import type { ServicePlan } from '../definition/world-definition.ts'
import type { LogLine, Metrics, ServiceState } from '../device/device-state.ts'
import { unpackedBytes } from '../device/images.ts'
import { lockPath } from '../device/lock.ts'
import { SYSTEM_MIB } from '../device/metrics.ts'
import { RESOURCE_USAGE } from '../device/services.ts'
import type { StoredFile } from '../state/world-state.ts'
import type { Container } from '../views/containers.ts'
import { deviceContainers, deviceImages, deviceLockFiles } from '../views/containers.ts'
import { bootsOf, journalOf, type JournalEntry } from '../views/host-journal.ts'
import { STARTED_UNIT, supervisorUnit } from '../views/units.ts'
import type { DeviceState, World } from '../world/world.ts'
import { imageCommand, userlandOf, type Userland } from './container-images.ts'
import {
  configPath,
  configText,
  ownContainersIn,
  type OwnContainer,
  type OwnMount,
} from './own-containers.ts'

/** `own`: the id of a container that a user made of the image of this service; `isSupervisor`: it is that of the supervisor. */
export type Target =
  | { kind: 'host' }
  | { kind: 'service'; name: string; own?: string; isSupervisor?: boolean }
export type StoredEntry = StoredFile

export interface RunningService extends ServiceState {
  plan: ServicePlan | null
  /** 12 hexadecimal digits. */
  containerId: string
  /** 64 hexadecimal digits. */
  fullId: string
  containerName: string
  container: Container
  createdAt: Instant
  startedAt: Instant
  /** On the host. */
  pid: number
}

export interface Process {
  pid: number
  parent: number
  user: string
  /** Percent. */
  cpu: number
  /** MiB. */
  memory: number
  startedAt: Instant
  command: string
}

const UNAME: Record<string, string> = {
  amd64: 'x86_64',
  aarch64: 'aarch64',
  armv7hf: 'armv7l',
  rpi: 'armv6l',
}

const WRITABLE_ON_HOST =
  /^\/(?:tmp|run|mnt\/(?:data|boot|state)|home\/root|var\/(?:log|tmp|volatile)|dev\/shm)(?:\/.|$)/
const KERNEL_FILES = /^\/(?:proc|sys|dev)(?:\/|$)/
const READ_ONLY_IN_CONTAINER = /^\/(?:proc|sys)(?:\/|$)/
const MOUNT_POINTS: ReadonlySet<string> = new Set([
  '/tmp',
  '/run',
  '/mnt/data',
  '/mnt/boot',
  '/mnt/state',
  '/data',
  '/dev/shm',
])
/** By how much a user set the clock, until the next boot. */
const CLOCK_OFFSET = '/run/clock-offset'
/** Until chronyd has measured again. */
const CORRECTED_MS = 64_000
/** Says that the root file system is mounted for writing, until the next boot. */
export const REMOUNTED = '/run/mount/root'
/** The main process of the supervisor's container. */
export const SUPERVISOR_PID = 1291
const LOCKS: readonly string[] = ['/tmp/balena/updates.lock', '/tmp/resin/resin-updates.lock']
const MIB = 1_048_576

/** The main processes of units. */
const UNIT_OF: Readonly<Record<number, string>> = {
  661: 'avahi-daemon',
  664: 'dnsmasq',
  702: 'NetworkManager',
  731: 'chronyd',
  735: 'ModemManager',
  744: 'openvpn',
  801: 'balena',
  799: 'balena',
  868: 'balena',
}
/** The script of its unit, what watches that, and the program that waits for its container; then the container. */
const SUPERVISOR_PIDS: readonly number[] = [1197, 1199, 1204, 1270, SUPERVISOR_PID]

/** A user in a container; a number without a name is one, too. */
export interface User {
  uid: number
  gid: number
  name: string | null
  home: string
}

const ROOT: User = { uid: 0, gid: 0, name: 'root', home: '/root' }

/** What the supervisor's container sees of the host: its own data, and everything. */
export const supervisorMounts = (unit: string): readonly OwnMount[] =>
  [
    ['/var/run/balena-engine.sock', '/var/run/balena-engine.sock'],
    [`/mnt/data/resin-data/${unit}`, '/data'],
    ['/var/log/supervisor-log', '/var/log'],
    ['/', '/mnt/root'],
  ].map(([source = '', target = '']) => ({ type: 'bind', source, target, name: '', isReadOnly: false }))

const UNNAMED_VOLUME = /^[0-9a-f]{64}$/

/** Where everybody may write. */
const WRITABLE_FOR_ALL = /^\/(?:tmp|var\/tmp|dev\/shm)(?:\/.|$)/

/** What the machines of a session share: the same device, seen from the host and from its containers. */
interface Session {
  draws: number
  changes: number
  /** What was derived from the state of the world at this time, after so many edits. */
  at: Instant
  edits: number
  device: DeviceState | null
  containers: RunningService[] | null
}

const newSession = (): Session => ({
  draws: 0,
  changes: 0,
  at: -1,
  edits: -1,
  device: null,
  containers: null,
})

/** What a shell reads of a device, and how it changes it. */
export class Machine {
  readonly world: World
  readonly index: number
  readonly clock: Clock
  readonly target: Target
  readonly #variables: Readonly<Record<string, string>>
  /** As whom programs run. */
  readonly user: User
  readonly #session: Session

  constructor(
    world: World,
    index: number,
    clock: Clock,
    target: Target,
    variables: Readonly<Record<string, string>> = {},
    session = newSession(),
    user: User = ROOT,
  ) {
    this.user = user
    this.world = world
    this.index = index
    this.clock = clock
    this.target = target
    this.#variables = variables
    this.#session = session
  }

  /** The same device, seen from a container or from the host. */
  as(target: Target, user: User = ROOT): Machine {
    return new Machine(this.world, this.index, this.clock, target, {}, this.#session, user)
  }

  /** Advances the world to the clock's time and returns it. */
  now(): Instant {
    const now = this.clock.now()
    if (now > this.world.now()) this.world.advanceTo(now)
    return this.world.now()
  }

  /** Something may have changed the device: what was derived of it is derived again. */
  touch(): void {
    this.#session.changes++
  }

  /** Stays the same as long as neither time, nor a command, nor anybody else has changed anything. */
  stateKey(): string {
    return `${this.now()} ${this.world.edits} ${this.#session.changes}`
  }

  /** The time of the device's own clock, which can be wrong. */
  ownTime(): Instant {
    return this.now() + this.device().clockSkewMs + this.#clockOffset()
  }

  /** Sets the clock of the device; chronyd, while it runs, corrects it at its next measurement. */
  setClock(to: Instant): void {
    const now = this.now()
    this.store(CLOCK_OFFSET, { text: `${to - now - this.device().clockSkewMs}\n`, at: now })
  }

  #clockOffset(): number {
    const set = this.stored().get(CLOCK_OFFSET)
    if (set === undefined) return 0
    const started = this.stored().get(`${STARTED_UNIT}chronyd`)?.at ?? 0
    const isCorrected =
      this.isUnitRunning('chronyd') && this.now() - Math.max(set.at, started) >= CORRECTED_MS
    const offset = Number(set.text)
    // A user can spoil the file.
    return isCorrected || !Number.isFinite(offset) ? 0 : offset
  }

  device(): DeviceState {
    return (this.#known().device ??= this.world.device(this.index))
  }

  /** The session, without what was derived from an earlier state of the world. */
  #known(): Session {
    const now = this.now()
    const session = this.#session
    const { edits } = this.world
    if (session.at !== now || session.edits !== edits)
      Object.assign(session, { at: now, edits, device: null, containers: null })
    return session
  }

  config(suffix: string): string | undefined {
    return this.world.config(this.index, suffix)
  }

  /** The last reported metrics, or defaults of the hardware before the first report. */
  metrics(): Metrics {
    const { metrics, hardware } = this.device()
    return (
      metrics ?? {
        cpuUsage: 1,
        cpuTemp: 40,
        memoryUsage: 140,
        memoryTotal: hardware.memoryMiB,
        storageUsage: Math.floor(SYSTEM_MIB + this.world.imageBytes(this.index, this.now()) / MIB),
        storageTotal: hardware.storageMiB,
        storageBlockDevice: `/dev/${hardware.blockDevice}`,
        cpuId: '0000000000000000',
        isUndervolted: false,
      }
    )
  }

  /** MiB of the data partition in use now: the last report, and what was written, downloaded and removed since. */
  storageUsed(): number {
    const { metricsAt } = this.device()
    const now = this.now()
    const then = metricsAt ?? now
    const { world, index } = this
    const files = world.storedBytes(index, Infinity) - world.storedBytes(index, then)
    const images = world.imageBytes(index, now) - world.imageBytes(index, then)
    const { storageUsage, storageTotal } = this.metrics()
    return Math.max(1, Math.min(storageTotal, storageUsage + (files + images) / MIB))
  }

  /** MiB of the data partition that are not due to users' files. */
  storageOfDevice(): number {
    return Math.max(1, this.storageUsed() - this.world.storedBytes(this.index, Infinity) / MIB)
  }

  freeBytes(): number {
    return (this.metrics().storageTotal - this.storageUsed()) * MIB
  }

  isReachable(): boolean {
    return this.world.exists(this.index) && this.device().cloudlink
  }

  /** Whether the service is running; always true on the host. */
  isTargetRunning(): boolean {
    const { target } = this
    if (target.kind === 'service' && target.own !== undefined) return this.own()?.isRunning === true
    if (this.isSupervisor()) return this.isSupervisorRunning()
    return (
      target.kind === 'host' ||
      this.services().some((it) => it.name === target.name && it.status === 'Running')
    )
  }

  /** All containers of services, also those that are stopped. */
  containers(): readonly RunningService[] {
    return (this.#known().containers ??= this.#freshContainers())
  }

  #freshContainers(): RunningService[] {
    const { services } = this.device()
    const containers = this.world.read(deviceContainers, this.index)
    return services.flatMap((it): RunningService[] => {
      const container = containers.find((one) => one.imageId === it.imageId && one.name === it.name)
      if (!container) return []
      const plan =
        this.world.release(it.releaseId)?.services.find((one) => one.imageId === it.imageId) ?? null
      return [
        {
          ...it,
          plan,
          container,
          containerId: container.id.slice(0, 12),
          fullId: container.id,
          containerName: container.containerName,
          createdAt: container.createdAt,
          startedAt: container.startedAt ?? container.createdAt,
          pid: 1800 + 37 * (it.serviceId % 400) + (it.imageId % 29),
        },
      ]
    })
  }

  /** All running services. */
  services(): RunningService[] {
    return this.containers().filter((it) => it.status === 'Running' || it.status === 'Stopping')
  }

  service(): RunningService | null {
    const { target } = this
    if (target.kind === 'host' || this.isSupervisor()) return null
    const all = target.own === undefined ? this.services() : this.containers()
    return all.find((it) => it.name === target.name) ?? null
  }

  /** The containers that users made, newest first. */
  ownContainers(): OwnContainer[] {
    return ownContainersIn(this.stored(), this.bootedAt())
  }

  /** The container that this machine is, if a user made it. */
  own(): OwnContainer | undefined {
    const { target } = this
    return target.kind === 'service' && target.own !== undefined
      ? this.ownContainers().find((it) => it.id === target.own)
      : undefined
  }

  /** Keeps a container of a user; returns the message of a shell when there is no room. */
  keepOwn(container: OwnContainer): string | undefined {
    return this.store(configPath(container.id), { text: configText(container), at: this.now() })
  }

  /** Removes a container of a user with what was written in it; `withVolumes`: also with its volumes that have no name. */
  removeOwn(id: string, withVolumes?: boolean): void {
    const all = this.ownContainers()
    const removed = all.find((it) => it.id === id)
    const mounted = (withVolumes ?? removed?.isRemovedAtEnd === true) ? (removed?.mounts ?? []) : []
    const volumes = mounted.filter(
      ({ name }) =>
        UNNAMED_VOLUME.test(name) &&
        !all.some((it) => it.id !== id && it.mounts?.some((one) => one.name === name) === true),
    )
    this.store(configPath(id), null)
    const own = [...this.stored().keys()].filter(
      (path) =>
        path.startsWith(`${id}:`) ||
        volumes.some(({ name }) => path.startsWith(`/mnt/data/docker/volumes/${name}/`)),
    )
    for (const path of own) this.store(path, null)
  }

  /** Complete images on the device, with their unpacked sizes. */
  images(): {
    name: string
    imageId: number
    location: string
    digest: string
    bytes: number
    at: Instant
  }[] {
    this.now()
    return this.world.read(deviceImages, this.index).map((it) => ({
      name: it.serviceName,
      imageId: it.imageId,
      location: it.location,
      digest: it.digest,
      bytes: unpackedBytes({ imageSize: it.bytes }),
      at: it.at,
    }))
  }

  isHost(): boolean {
    return this.target.kind === 'host'
  }

  /** Whether it is the container of the supervisor. */
  isSupervisor(): boolean {
    return this.target.kind === 'service' && this.target.isSupervisor === true
  }

  userland(): Userland {
    if (this.isSupervisor()) return 'alpine'
    return this.isHost() ? 'host' : userlandOf(this.service()?.plan?.kind)
  }

  hostname(): string {
    const { uuid } = this.device()
    // The supervisor's container uses the network of the host, and its name.
    if (this.isHost() || this.isSupervisor()) return uuid.slice(0, 7)
    return this.own()?.hostname ?? this.service()?.containerId ?? uuid.slice(0, 12)
  }

  home(): string {
    return this.isHost() ? '/home/root' : this.user.home
  }

  /** Where a shell starts. */
  startFolder(): string {
    return this.isHost() ? '/home/root' : '/usr/src/app'
  }

  kernel(): string {
    return kernelRelease(this.device().hardware)
  }

  architecture(): string {
    const { arch } = this.device().hardware
    return UNAME[arch] ?? arch
  }

  isIntel(): boolean {
    return this.device().hardware.arch === 'amd64'
  }

  /** The slug of the device type; from the model where no slug is known. */
  slug(): string {
    const { hardware } = this.device()
    return hardware.slug ?? hardware.model.toLowerCase().replace(/\W+/g, '-').replace(/-$/, '')
  }

  /** The number in the OS version: `6.1.0` of `balenaOS 6.1.0`. */
  osNumber(): string {
    return this.device().osVersion.replace(/^\D*/, '')
  }

  /** The unit of the supervisor, which had another name in old systems. */
  supervisorUnit(): 'balena-supervisor' | 'resin-supervisor' {
    return supervisorUnit(this.osNumber())
  }

  /** Since when the device has had its supervisor, and a number of its version. */
  supervisor(): { since: Instant; version: number } {
    const { supervisorVersion, provisionedAt } = this.device()
    const periods = this.world.periods(this.index)
    const last = periods.findLastIndex((it) => it.supervisorVersion !== supervisorVersion)
    const [major = 0, minor = 0, patch = 0] = supervisorVersion.split(/\D+/).map(Number)
    return {
      since: last < 0 ? provisionedAt : (periods[last + 1]?.from ?? provisionedAt),
      version: (major * 1000 + minor) * 1000 + patch,
    }
  }

  /** Whether a unit runs: users can stop it until the next boot. */
  isUnitRunning(unit: string): boolean {
    return this.world.isUnitRunning(this.index, unit)
  }

  isSupervisorRunning(): boolean {
    return this.world.isSupervisorRunning(this.index)
  }

  bootedAt(): Instant {
    return this.device().bootedAt ?? this.now()
  }

  /** Load averages of 1, 5 and 15 minutes. */
  load(): [string, string, string] {
    const { cores } = this.device().hardware
    const now = this.now()
    const at = (minutes: number) => {
      const metrics = this.world.metricsAt(this.index, now - minutes * 60_000)
      const step = Math.floor(now / 5000)
      const noise =
        minutes === 0 ? 0.85 + 0.3 * chance(this.world.seed, streams.shellLoad, this.index, step) : 1
      return (((metrics?.cpuUsage ?? 1) * cores * noise) / 100).toFixed(2)
    }
    return [at(0), at(5), at(15)]
  }

  /** A hexadecimal text that belongs to this device, of eight digits for each part. */
  token(purpose: number, parts = 4): string {
    return Array.from({ length: parts }, (_, i) =>
      hex8(draw(this.world.seed, streams.shellToken, this.index, purpose, i)),
    ).join('')
  }

  /** Hexadecimal digits that are different each time. */
  randomHex(digits: number): string {
    const { seed } = this.world
    const own = draw(seed, streams.shellBytes, this.index, Math.floor(this.now() / 1000), this.now() % 1000)
    const step = this.#session.draws++
    return Array.from({ length: Math.ceil(digits / 8) }, (_, i) =>
      hex8(draw(seed, streams.shellBytes, own, step, i)),
    )
      .join('')
      .slice(0, digits)
  }

  /** The key of the supervisor's API. */
  supervisorKey(): string {
    return this.token(4801)
  }

  deviceKey(): string {
    return this.token(4802)
  }

  /** The processes for `ps`. Their total memory does not exceed the reported memory usage. */
  processes(): Process[] {
    const { cpuUsage, memoryUsage } = this.metrics()
    const device = this.device()
    const booted = this.bootedAt()
    const services = this.services()
    const usages = services.map((it) => (it.plan ? RESOURCE_USAGE[it.plan.kind] : { cpu: 2, memory: 30 }))
    const cpuSum = usages.reduce((sum, it) => sum + it.cpu, 6)
    const memorySum = usages.reduce((sum, it) => sum + it.memory, 150)
    const total = cpuUsage * device.hardware.cores
    const own = services.map((service, i): Process => ({
      pid: service.pid,
      parent: service.pid - 7,
      user: 'root',
      cpu: (total * (usages[i]?.cpu ?? 0)) / cpuSum,
      memory: (memoryUsage * (usages[i]?.memory ?? 0)) / memorySum,
      startedAt: service.startedAt,
      command: imageCommand(service.plan?.kind),
    }))
    if (!this.isHost()) return this.#containerProcesses(own)
    const daemon = (pid: number, command: string, cpu: number, memory: number, after: number): Process => ({
      pid,
      parent: pid < 3 ? 0 : command.startsWith('[') ? 2 : 1,
      user: 'root',
      cpu: (total * cpu) / cpuSum,
      memory: (memoryUsage * memory) / memorySum,
      startedAt: booted + after * 1000,
      command,
    })
    const shims = services.map((it) => ({
      ...daemon(
        it.pid - 7,
        `/usr/bin/balena-engine-containerd-shim-runc-v2 -namespace moby -id ${it.fullId} -address /var/run/balena-engine/containerd/balena-engine-containerd.sock`,
        0,
        1,
        20,
      ),
      startedAt: it.startedAt,
    }))
    return [
      daemon(1, '/sbin/init', 0.1, 6, 0),
      daemon(2, '[kthreadd]', 0, 0, 0),
      daemon(9, '[ksoftirqd/0]', 0, 0, 0),
      daemon(10, '[rcu_preempt]', 0, 0, 0),
      daemon(412, '/lib/systemd/systemd-journald', 0.3, 8, 2),
      daemon(447, '/lib/systemd/systemd-udevd', 0, 4, 2),
      daemon(731, '/usr/sbin/chronyd -d', 0, 1, 4),
      daemon(
        664,
        '/usr/bin/dnsmasq -x /run/dnsmasq.pid -a 127.0.0.2,10.114.102.1 -7 /etc/dnsmasq.d/ -r /etc/resolv.dnsmasq -z --servers-file=/run/dnsmasq.servers -k --log-facility=-',
        0,
        1,
        4,
      ),
      daemon(661, 'avahi-daemon: running [' + `${this.hostname()}.local]`, 0, 1, 4),
      daemon(
        668,
        '/usr/bin/dbus-daemon --system --address=systemd: --nofork --nopidfile --systemd-activation',
        0,
        2,
        4,
      ),
      daemon(702, '/usr/sbin/NetworkManager --no-daemon', 0.2, 10, 5),
      daemon(735, '/usr/sbin/ModemManager --log-journal', 0, 2, 5),
      daemon(
        744,
        '/usr/sbin/openvpn --writepid /run/openvpn/openvpn.pid --cd /etc/openvpn/ --config /etc/openvpn/openvpn.conf --connect-retry 5 120',
        0.4,
        4,
        6,
      ),
      daemon(799, '/proc/self/exe --healthcheck /usr/lib/balena/balena-healthcheck --pid 801', 0, 1, 7),
      daemon(
        801,
        '/usr/bin/balenad --experimental --log-driver=journald --storage-driver=overlay2 -H fd:// -H unix:///var/run/balena.sock -H unix:///var/run/balena-engine.sock --dns=10.114.102.1 --bip=10.114.101.1/24 --fixed-cidr=10.114.101.0/25 --max-download-attempts=10',
        2,
        44,
        7,
      ),
      daemon(
        868,
        'balena-engine-containerd --config /var/run/balena-engine/containerd/containerd.toml',
        0.6,
        20,
        8,
      ),
      daemon(
        1197,
        `/bin/sh /usr/bin/${this.supervisorUnit() === 'balena-supervisor' ? 'start-balena-supervisor' : 'start-resin-supervisor'}`,
        0,
        1,
        14,
      ),
      daemon(
        1199,
        `/proc/self/exe --healthcheck /usr/lib/${this.supervisorUnit()}/${this.supervisorUnit()}-healthcheck --pid 1197`,
        0,
        1,
        14,
      ),
      daemon(
        1204,
        `balena start --attach ${this.supervisorUnit() === 'balena-supervisor' ? 'balena_supervisor' : 'resin_supervisor'}`,
        0,
        4,
        15,
      ),
      daemon(
        1270,
        `/usr/bin/balena-engine-containerd-shim-runc-v2 -namespace moby -id ${this.token(4813 + this.supervisor().version, 8)} -address /var/run/balena-engine/containerd/balena-engine-containerd.sock`,
        0,
        1,
        15,
      ),
      { ...daemon(SUPERVISOR_PID, 'node /usr/src/app/dist/app.js', 2, 48, 15), parent: 1270 },
      ...shims,
      ...own,
      { ...daemon(30211, 'sshd: root@pts/0', 0, 3, 0), startedAt: this.now() - 1000 },
      { ...daemon(30217, '-sh', 0, 1, 0), parent: 30211, startedAt: this.now() - 1000 },
    ]
      .filter(({ pid }) => this.#isStarted(pid))
      .sort((a, b) => a.pid - b.pid)
  }

  /** Whether the unit of a process runs. */
  #isStarted(pid: number): boolean {
    const unit = SUPERVISOR_PIDS.includes(pid) ? this.supervisorUnit() : UNIT_OF[pid]
    return unit === undefined || this.isUnitRunning(unit)
  }

  #containerProcesses(own: readonly Process[]): Process[] {
    const service = this.service()
    const container = this.own()
    const main = own.find((it) => it.pid === service?.pid)
    const startedAt = Math.max(container?.startedAt ?? service?.startedAt ?? 0, this.now() - 1000)
    const shell = { user: 'root', cpu: 0, memory: 1, parent: 0, startedAt }
    if (this.isSupervisor())
      return [
        {
          ...shell,
          pid: 1,
          startedAt: this.bootedAt() + 15_000,
          memory: 48,
          command: 'node /usr/src/app/dist/app.js',
        },
        { ...shell, pid: 214, command: 'sh' },
      ]
    if (container)
      return [
        {
          ...shell,
          pid: 1,
          startedAt: container.startedAt ?? startedAt,
          command: container.words.join(' ') || imageCommand(service?.plan?.kind),
        },
        { ...shell, pid: 14, command: 'sh' },
      ]
    return [...(main ? [{ ...main, pid: 1, parent: 0 }] : []), { ...shell, pid: 214, command: 'sh' }]
  }

  logs(options: { count?: number; after?: Instant }): LogLine[] {
    this.now()
    return this.world.logs(this.index, options)
  }

  /** The environment of the container, without what a shell adds. */
  environment(): Record<string, string> {
    const service = this.service()
    const own = this.own()
    if (own) return { ...own.environment, ...this.#variables }
    return service ? { ...service.container.environment, ...this.#variables } : {}
  }

  /** The journal of the host OS, oldest first. */
  journal(after?: Instant): JournalEntry[] {
    this.now()
    const window = after === undefined ? {} : { after }
    return this.world.read(journalOf, this.index, window)
  }

  /** What the kernel of the running system has said, oldest first. */
  kernelMessages(): JournalEntry[] {
    const last = Math.max(0, this.boots().length - 1)
    return this.journal().filter((it) => it.unit === 'kernel' && it.boot === last)
  }

  boots(): { bootedAt: Instant; downAt: Instant | null }[] {
    this.now()
    return this.world.read(bootsOf, this.index)
  }

  // Files

  stored(): ReadonlyMap<string, StoredFile> {
    return this.world.files(this.index)
  }

  /** Stores a file under its key, or forgets it; returns the message of a shell when there is no room. */
  store(path: string, entry: StoredFile | null): string | undefined {
    this.touch()
    try {
      this.now()
      if (entry === null) this.world.writeFile(this.index, path, null)
      else {
        const { text, ...more } = entry
        this.world.writeFile(this.index, path, text, more)
      }
      return undefined
    } catch (problem) {
      return problem instanceof Error ? problem.message : String(problem)
    }
  }

  volume(): string {
    return `/mnt/data/docker/volumes/${this.device().fleetId}_data/_data`
  }

  /** The key under which the device stores a path; null when the path is read-only. */
  storedPath(path: string): string | null {
    const { target } = this
    if (target.kind === 'host') return this.#isWritableOnHost(path) ? path : null
    const mount = this.#mountOf(path)
    if (mount) {
      if (mount.isReadOnly) return null
      // The root of the host itself ends with a slash.
      const source = mount.source.replace(/\/$/, '') + path.slice(mount.target.length)
      return this.#isWritableOnHost(source) ? source : null
    }
    if (target.own !== undefined && READ_ONLY_IN_CONTAINER.test(path)) return null
    if (target.own !== undefined) return `${target.own}:${path}`
    if (!this.isSupervisor() && (path === '/data' || path.startsWith('/data/')))
      return this.volume() + path.slice('/data'.length)
    return READ_ONLY_IN_CONTAINER.test(path) ? null : `${target.own ?? target.name}:${path}`
  }

  #isWritableOnHost(path: string): boolean {
    return WRITABLE_ON_HOST.test(path) || (this.isRootWritable() && !KERNEL_FILES.test(path))
  }

  /** Whether a user remounted the root file system of the host. */
  isRootWritable(): boolean {
    return this.stored().has(REMOUNTED)
  }

  /** Where a stored file is seen; null when it is not. */
  visiblePath(path: string): string | null {
    const { target } = this
    if (target.kind === 'host') return path.startsWith('/') ? path : null
    const prefix = `${target.own ?? target.name}:`
    if (path.startsWith(prefix)) return path.slice(prefix.length)
    // What is mounted is seen through the folder of the host.
    if (target.own !== undefined || this.isSupervisor()) return null
    const volume = this.volume()
    return path.startsWith(`${volume}/`) ? `/data${path.slice(volume.length)}` : null
  }

  /** Whether the user may write there. */
  mayWrite(path: string): boolean {
    const { uid, home } = this.user
    return uid === 0 || WRITABLE_FOR_ALL.test(path) || (home !== '/' && path.startsWith(`${home}/`))
  }

  /** What is mounted at a path of a container that a user made. */
  #mountOf(path: string): OwnMount | undefined {
    return this.mounts()
      .filter((it) => path === it.target || path.startsWith(`${it.target}/`))
      .sort((a, b) => b.target.length - a.target.length)[0]
  }

  /** The mounts of a container that a user made. */
  mounts(): readonly OwnMount[] {
    return this.isSupervisor() ? supervisorMounts(this.supervisorUnit()) : (this.own()?.mounts ?? [])
  }

  isMountPoint(path: string): boolean {
    return MOUNT_POINTS.has(path) || this.mounts().some((it) => it.target === path)
  }

  /** The service whose update lock a file is (docs/platform/device-protocol.md); null for any other file. */
  #lockOwner(path: string): string | null {
    const { target } = this
    if (target.kind === 'service' && (target.own !== undefined || target.isSupervisor === true)) return null
    if (target.kind === 'service') return LOCKS.includes(path) ? target.name : null
    return this.lockPaths().find((it) => it.path === path)?.service ?? null
  }

  /** The lock files of the services as the host sees them, whether they are there or not. */
  lockPaths(): { service: string; path: string }[] {
    const { fleetId, services } = this.device()
    return services.map(({ name }) => ({ service: name, path: lockPath(fleetId, name) }))
  }

  isLockFile(path: string): boolean {
    return this.#lockOwner(path) !== null
  }

  setLockFile(path: string, held: boolean): undefined {
    this.touch()
    const service = this.#lockOwner(path)
    if (service !== null) this.world.setLockFile(this.index, service, held)
  }

  /** A program takes or releases a file with flock. Only that of an update lock is known to the device. */
  setFlock(path: string, held: boolean): void {
    const service = this.#lockOwner(path)
    if (service === null || (held && path.endsWith('resin-updates.lock'))) return
    this.now()
    this.world.setFlock(this.index, service, held)
  }

  /** Whether a program of any session holds the file of an update lock with flock. */
  isFlocked(path: string): boolean {
    const service = this.#lockOwner(path)
    return (
      service !== null &&
      this.world.read(deviceLockFiles, this.index).some((it) => it.service === service && it.isHeld)
    )
  }

  holdsLock(service = this.service()?.name): boolean {
    return (
      service !== undefined &&
      this.world.read(deviceLockFiles, this.index).some((it) => it.service === service)
    )
  }
}
