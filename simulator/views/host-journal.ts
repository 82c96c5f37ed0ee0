import type { Instant } from '../base/clock.ts'
import { chance } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import type { DeviceEvent } from '../device/event-history.ts'
import { hasCloudlink, isInTouch } from '../device/link.ts'
import { skewOf } from '../engine/device-parameters.ts'
import {
  bootedAt,
  configOf,
  hardwareOf,
  initialBootAt,
  requireDevice,
  systemVersion,
  type WorldState,
} from '../state/world-state.ts'
import { containersOf } from './containers.ts'
import { logsOf, type LogWindow } from './log-store.ts'
import { supervisorUnit } from './units.ts'

/** A line of the journal of a host OS. */
export interface JournalEntry {
  /** The timestamp of the device. */
  at: Instant
  /** Without `.service`. */
  unit: string
  /** The program that wrote it; of a container, the first 12 digits of its id. */
  identifier: string
  pid: number | null
  /** 0 to 7, as of syslog. */
  priority: number
  message: string
  /** The position in `boots`. */
  boot: number
}

/** A boot of a device. */
export interface Boot {
  bootedAt: Instant
  /** null while it runs. */
  downAt: Instant | null
}

/** The boots of a device as far as its event history reaches, oldest first. */
export function bootsOf(state: WorldState, index: number): Boot[] {
  requireDevice(state, index)
  const last = bootedAt(state, index)
  if (last === null) return []
  const list = state.histories.get(index)?.list ?? []
  const boots: Boot[] = []
  let downAt: Instant | null = null
  // Before the first recorded boot the device ran as well, since a time that is not known any more.
  const booted = list.filter((it) => it.kind === 'booted')
  const first = firstBoot(state, index, booted[0]?.startedAt)
  let at = booted.length === 0 ? last : first
  for (const it of list) {
    if (it.kind === 'going-down') downAt = it.downAt
    if (it.kind !== 'booted') continue
    if (at !== null) boots.push({ bootedAt: at, downAt: downAt ?? it.startedAt - KERNEL_MS })
    at = it.startedAt - KERNEL_MS
    downAt = null
  }
  if (at !== null) boots.push({ bootedAt: at, downAt: null })
  return boots
}

/** From the start of the kernel until services start. */
const KERNEL_MS = 9000

function firstBoot(state: WorldState, index: number, before: Instant | undefined): Instant | null {
  // The first recorded boot of a device that registered itself is its first.
  const initial = initialBootAt(state, index)
  const joined = state.histories.get(index)?.list.some(({ kind }) => kind === 'registered')
  return joined === true || initial === null || (before !== undefined && initial >= before) ? null : initial
}

const PERSISTENT = 'SUPERVISOR_PERSISTENT_LOGGING'

/** The journal of the host OS, oldest first: it begins with the last boot, unless persistent logging is on. */
export function journalOf(state: WorldState, index: number, window: LogWindow): JournalEntry[] {
  requireDevice(state, index)
  const boots = bootsOf(state, index)
  const current = boots.at(-1)
  if (current === undefined) return []
  const isPersistent = ['true', '1'].includes(configOf(state, index, PERSISTENT) ?? '')
  const since = isPersistent ? (boots[0]?.bootedAt ?? current.bootedAt) : current.bootedAt
  const after = Math.max(since - 1, window.after ?? -Infinity)
  const to = Math.min(window.before ?? state.now, state.now)
  const writer = new JournalWriter(state, index, boots)
  const entries = writer.entries(after, to, window.count).sort((a, b) => a.at - b.at)
  return window.count === undefined ? entries : entries.slice(-window.count)
}

type Line = Pick<JournalEntry, 'unit' | 'identifier' | 'pid' | 'message'> & { priority?: number }

class JournalWriter {
  readonly #state: WorldState
  readonly #index: number
  readonly #boots: readonly Boot[]
  readonly #skew: number
  readonly #found: JournalEntry[] = []

  constructor(state: WorldState, index: number, boots: readonly Boot[]) {
    this.#state = state
    this.#index = index
    this.#boots = boots
    this.#skew = skewOf(state, index)
  }

  /** All entries of a time; of the containers' lines at least the last `count`. */
  entries(after: Instant, to: Instant, count?: number): JournalEntry[] {
    for (const boot of this.#boots) if (boot.bootedAt <= to) this.#boot(boot)
    for (const it of this.#state.histories.get(this.#index)?.list ?? []) this.#event(it)
    this.#routine(after, to)
    this.#containers(after, to, count)
    return this.#found.filter(({ at }) => at - this.#skew > after && at - this.#skew <= to)
  }

  #add(at: Instant, line: Line): void {
    const boot = this.#boots.findLastIndex(({ bootedAt: from }) => from <= at)
    if (boot < 0) return
    const { downAt } = this.#boots[boot] ?? { downAt: null }
    if (downAt !== null && at > downAt) return
    this.#found.push({ priority: 6, ...line, at: at + this.#skew, boot })
  }

  #supervisorUnit(): string {
    return supervisorUnit(systemVersion(this.#state, this.#index, 'os'))
  }

  #boot({ bootedAt: at }: Boot): void {
    const { model, blockDevice } = hardwareOf(this.#state, this.#index)
    const disk = blockDevice.replace(/p?\d+$/, '')
    const kernel = (after: number, message: string) =>
      this.#add(at + after, { unit: 'kernel', identifier: 'kernel', pid: null, message })
    const systemd = (after: number, message: string) =>
      this.#add(at + after, { unit: 'init.scope', identifier: 'systemd', pid: 1, message })
    kernel(0, 'Booting Linux on physical CPU 0x0')
    kernel(3, `Machine model: ${model}`)
    kernel(900, `EXT4-fs (${disk}p2): mounted filesystem with ordered data mode.`)
    systemd(1900, 'Reached target Local File Systems.')
    systemd(2300, 'Started Journal Service.')
    systemd(4100, 'Started Network Manager.')
    this.#add(at + 4300, {
      unit: 'NetworkManager',
      identifier: 'NetworkManager',
      pid: 702,
      message: '<info>  NetworkManager is starting... (for the first time)',
    })
    this.#add(at + 5600, {
      unit: 'NetworkManager',
      identifier: 'NetworkManager',
      pid: 702,
      message: '<info>  device (eth0): state change: ip-config -> activated',
    })
    systemd(5900, 'Reached target Network is Online.')
    this.#add(at + 6100, {
      unit: 'chronyd',
      identifier: 'chronyd',
      pid: 731,
      message: 'chronyd version 4.2 starting',
    })
    this.#add(at + 7300, {
      unit: 'balena',
      identifier: 'balenad',
      pid: 801,
      message: 'time="boot" level=info msg="Daemon has completed initialization"',
    })
    systemd(7500, 'Started Balena Application Container Engine.')
    systemd(8600, 'Started Balena supervisor.')
    if (this.#skew === 0) {
      this.#add(at + 15_200, {
        unit: 'chronyd',
        identifier: 'chronyd',
        pid: 731,
        message: 'Selected source 198.51.100.7 (0.resinio.pool.ntp.org)',
      })
    } else {
      this.#add(at + 15_200, {
        unit: 'chronyd',
        identifier: 'chronyd',
        pid: 731,
        priority: 4,
        message: "Can't synchronise: no selectable sources",
      })
    }
  }

  #event(it: DeviceEvent): void {
    switch (it.kind) {
      case 'contact': {
        const at = it.startedAt
        const openvpn = (after: number, message: string) =>
          this.#add(at + after, { unit: 'openvpn', identifier: 'openvpn', pid: 744, message })
        if (hasCloudlink({ contact: it.contact })) {
          openvpn(-400, 'Attempting to establish TCP connection with [AF_INET]203.0.113.40:443')
          openvpn(0, 'Initialization Sequence Completed')
        } else {
          openvpn(0, '[vpn.flotilla.test] Inactivity timeout (--ping-restart), restarting')
        }
        if (!isInTouch({ contact: it.contact }) && it.by !== 'power') {
          this.#add(at, {
            unit: 'NetworkManager',
            identifier: 'NetworkManager',
            pid: 702,
            priority: 4,
            message: '<info>  manager: NetworkManager state is now CONNECTED_LOCAL',
          })
          this.#add(at + 900, {
            unit: this.#supervisorUnit(),
            identifier: 'balena-supervisor',
            pid: 1204,
            message: '[error]   Failed to get target state for device: Error: getaddrinfo EAI_AGAIN',
            priority: 3,
          })
        }
        return
      }
      case 'going-down':
        this.#add(it.startedAt + 200, {
          unit: 'init.scope',
          identifier: 'systemd',
          pid: 1,
          message: it.returns ? 'Reached target Reboot.' : 'Reached target Power-Off.',
        })
        break
      default:
    }
  }

  /** What the supervisor writes regularly. */
  #routine(after: Instant, to: Instant): void {
    const { seed } = this.#state
    const step = 600_000
    const offset = Math.floor(chance(seed, streams.journal, this.#index) * step)
    for (let n = Math.floor((after - offset) / step); n * step + offset <= to; n++) {
      const at = n * step + offset
      const ms = 180 + Math.floor(chance(seed, streams.journal, this.#index, n) * 900)
      this.#add(at, {
        unit: this.#supervisorUnit(),
        identifier: 'balena-supervisor',
        pid: 1204,
        message: `[api]     GET /v1/healthy 200 - ${(ms / 100).toFixed(3)} ms`,
      })
    }
  }

  /** Everything that the supervisor and the containers log. */
  #containers(after: Instant, to: Instant, count: number | undefined): void {
    const ids = new Map(
      containersOf(this.#state, this.#index).map((it) => [it.serviceId, it.id.slice(0, 12)]),
    )
    for (const { createdAt, isSystem, isStdErr, serviceId, message } of logsOf(this.#state, this.#index, {
      after,
      before: to,
      ...(count === undefined ? {} : { count }),
    })) {
      if (isSystem) {
        this.#add(createdAt, {
          unit: this.#supervisorUnit(),
          identifier: 'balena-supervisor',
          pid: 1204,
          message: `[event]   Event: ${message}`,
        })
      } else {
        this.#add(createdAt, {
          unit: 'balena',
          identifier: ids.get(serviceId ?? 0) ?? 'balenad',
          pid: 801,
          priority: isStdErr ? 3 : 6,
          message,
        })
      }
    }
  }
}
