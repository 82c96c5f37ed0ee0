import type { Clock, Instant } from '../base/clock.ts'
import { chance } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import type { ServicePlan } from '../definition/world-definition.ts'
import type { LogLine, Metrics, ServiceState } from '../device/device-state.ts'
import { RESOURCE_USAGE } from '../device/services.ts'
import type { DeviceState, World } from '../world/world.ts'

export type Target = { kind: 'host' } | { kind: 'service'; name: string }

export interface RunningService extends ServiceState {
  plan: ServicePlan | null
  containerId: string
  /** On the host. */
  pid: number
}

export interface Process {
  pid: number
  user: string
  /** Percent. */
  cpu: number
  /** MiB. */
  memory: number
  startedAt: Instant
  command: string
}

const KERNELS: Record<string, string> = {
  amd64: '6.6.54',
  aarch64: '6.1.77-v8',
  armv7hf: '6.1.77-v7l',
  rpi: '6.1.77',
}
const UNAME: Record<string, string> = {
  amd64: 'x86_64',
  aarch64: 'aarch64',
  armv7hf: 'armv7l',
  rpi: 'armv6l',
}

/** A device as seen by a shell. All values are current at the time of the clock. */
export class Machine {
  readonly world: World
  readonly index: number
  readonly clock: Clock
  readonly target: Target

  constructor(world: World, index: number, clock: Clock, target: Target) {
    this.world = world
    this.index = index
    this.clock = clock
    this.target = target
  }

  /** Advances the world to the clock's time and returns it. */
  now(): Instant {
    const now = this.clock.now()
    if (now > this.world.now()) this.world.advanceTo(now)
    return this.world.now()
  }

  device(): DeviceState {
    this.now()
    return this.world.device(this.index)
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
        storageUsage: 200,
        storageTotal: hardware.storageMiB,
        storageBlockDevice: `/dev/${hardware.blockDevice}`,
        cpuId: '0000000000000000',
        isUndervolted: false,
      }
    )
  }

  isReachable(): boolean {
    return this.world.exists(this.index) && this.device().cloudlink
  }

  /** Whether the service is running; always true on the host. */
  isTargetRunning(): boolean {
    const { target } = this
    return (
      target.kind === 'host' ||
      this.services().some((it) => it.name === target.name && it.status === 'Running')
    )
  }

  /** All running services. */
  services(): RunningService[] {
    const { services } = this.device()
    const containers = this.world.containers(this.index)
    return services
      .filter((it) => it.status === 'Running' || it.status === 'Stopping')
      .map((it) => ({
        ...it,
        plan: this.world.release(it.releaseId)?.services.find((plan) => plan.imageId === it.imageId) ?? null,
        containerId: containers.find(({ imageId }) => imageId === it.imageId)?.id.slice(0, 12) ?? '',
        pid: 1800 + 37 * (it.serviceId % 400) + (it.imageId % 29),
      }))
  }

  service(): RunningService | null {
    const { target } = this
    return target.kind === 'host' ? null : (this.services().find((it) => it.name === target.name) ?? null)
  }

  isHost(): boolean {
    return this.target.kind === 'host'
  }

  hostname(): string {
    const { uuid } = this.device()
    return this.isHost() ? uuid.slice(0, 7) : (this.service()?.containerId ?? uuid.slice(0, 12))
  }

  home(): string {
    return this.isHost() ? '/root' : '/usr/src/app'
  }

  kernel(): string {
    return KERNELS[this.device().hardware.arch] ?? '6.1.77'
  }

  architecture(): string {
    const { arch } = this.device().hardware
    return UNAME[arch] ?? arch
  }

  /** The number in the OS version: `6.1.0` of `balenaOS 6.1.0`. */
  osNumber(): string {
    return this.device().osVersion.replace(/^\D*/, '')
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
      user: 'root',
      cpu: (total * (usages[i]?.cpu ?? 0)) / cpuSum,
      memory: (memoryUsage * (usages[i]?.memory ?? 0)) / memorySum,
      startedAt: Math.max(booted, service.installedAt),
      command: commandOf(service),
    }))
    if (!this.isHost()) return this.#containerProcesses(own, booted)
    const daemon = (pid: number, command: string, cpu: number, memory: number, after: number): Process => ({
      pid,
      user: 'root',
      cpu: (total * cpu) / cpuSum,
      memory: (memoryUsage * memory) / memorySum,
      startedAt: booted + after * 1000,
      command,
    })
    return [
      daemon(1, '/sbin/init', 0.1, 6, 0),
      daemon(2, '[kthreadd]', 0, 0, 0),
      daemon(412, '/lib/systemd/systemd-journald', 0.3, 8, 2),
      daemon(447, '/lib/systemd/systemd-udevd', 0, 4, 2),
      daemon(702, '/usr/sbin/NetworkManager --no-daemon', 0.2, 10, 5),
      daemon(744, '/usr/bin/openvpn --config /run/openvpn/openvpn.config', 0.4, 4, 6),
      daemon(801, '/usr/bin/balenad --experimental --log-driver=journald', 2, 44, 7),
      daemon(868, 'balena-engine-containerd --config /var/run/balena-engine/containerd.toml', 0.6, 20, 8),
      daemon(1204, '/usr/bin/node /usr/src/app/dist/app.js (balena-supervisor)', 2, 48, 14),
      ...own,
      { ...daemon(30211, 'sshd: root@pts/0', 0, 3, 0), startedAt: this.now() - 1000 },
      { ...daemon(30217, '-sh', 0, 1, 0), startedAt: this.now() - 1000 },
    ].sort((a, b) => a.pid - b.pid)
  }

  #containerProcesses(own: readonly Process[], booted: Instant): Process[] {
    const pid = this.service()?.pid
    const main = own.find((it) => it.pid === pid)
    const shell = { user: 'root', cpu: 0, memory: 1, startedAt: Math.max(booted, this.now() - 1000) }
    return [...(main ? [{ ...main, pid: 1 }] : []), { ...shell, pid: 214, command: 'sh' }]
  }

  logs(options: { count?: number; after?: Instant }): LogLine[] {
    this.now()
    return this.world.logs(this.index, options)
  }
}

const COMMANDS: Record<ServicePlan['kind'], string> = {
  sensor: 'node /usr/src/app/index.js',
  uplink: '/usr/src/app/uplink --config /usr/src/app/uplink.toml',
  dashboard: 'node /usr/src/app/server.js --port 80',
  watchdog: '/bin/sh /usr/src/app/watchdog.sh',
  camera: 'python3 /usr/src/app/camera.py --device /dev/video0',
  database: 'postgres -D /data/postgres',
  worker: 'node /usr/src/app/worker.js',
}

/** The command of a service's container. */
export function commandOf(service: RunningService): string {
  return service.plan ? COMMANDS[service.plan.kind] : '/usr/src/app/start.sh'
}
