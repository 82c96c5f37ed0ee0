import { formatDate } from '../base/calendar.ts'
import type { Instant } from '../base/clock.ts'
import { chance } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import { cloudHost } from '../definition/identity.ts'
import type { DeviceEvent } from '../device/event-history.ts'
import { hasCloudlink, isInTouch } from '../device/link.ts'
import { deviceSkewMs } from '../engine/device-parameters.ts'
import {
  bootedAt,
  configValueAt,
  initialBootAt,
  readLink,
  requireDevice,
  systemVersion,
  type WorldState,
} from '../state/world-state.ts'
import { bootEntries, tunnelEntries, type BootEntry } from './boot-entries.ts'
import { deviceContainers } from './containers.ts'
import { kernelProblems } from './kernel-problems.ts'
import { logsOf, type LogWindow } from './log-store.ts'
import { supervisorUnit, UNIT_FILE } from './units.ts'

/** A file in memory of what users wrote with `logger`, a line each: time, priority, identifier and message. */
export const LOGGED_LINES = '/run/systemd/journal/logged'

/** How many characters of it are kept: less than what a file can have. */
export const MAX_LOGGED = 60_000

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

/** A contact this long after the start of a boot belongs to the boot. */
const START_MS = 120_000

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
  const isPersistent = ['true', '1'].includes(configValueAt(state, index, PERSISTENT) ?? '')
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
    this.#skew = deviceSkewMs(state, index)
  }

  /** All entries of a time; of the containers' lines at least the last `count`. */
  entries(after: Instant, to: Instant, count?: number): JournalEntry[] {
    for (const boot of this.#boots) if (boot.bootedAt <= to) this.#boot(boot)
    for (const it of this.#events()) this.#event(it)
    this.#kernel(after, to)
    this.#units()
    this.#logged()
    this.#routine(after, to)
    this.#reports(after, to)
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
    const add = (entries: readonly BootEntry[]) => {
      for (const { after, ...line } of entries) {
        const then = at + Math.round(after * 1000)
        this.#add(then, { ...line, message: this.#stamped(line.message, then) })
      }
    }
    add(bootEntries(this.#state, this.#index, this.#skew === 0))
    // Later contacts are events of the device; of the first boots they are not recorded. The tunnel was there if the next one lost it.
    const next = this.#events().find((it) => it.kind === 'contact' && it.startedAt >= at)
    if (next?.kind !== 'contact') {
      if (hasCloudlink(readLink(this.#state, this.#index))) add(tunnelEntries(this.#state, this.#index))
    } else if (next.startedAt > at + START_MS && !hasCloudlink({ contact: next.contact })) {
      add(tunnelEntries(this.#state, this.#index))
    }
  }

  /** Fills in the time, as some programs write it into their messages. */
  #stamped(message: string, at: Instant): string {
    const own = at + this.#skew
    return message
      .replace('{time}', `${formatDate('%FT%T', own)}.${String(own % 1000).padStart(3, '0')}000000Z`)
      .replace('{epoch}', (own / 1000).toFixed(4))
  }

  #events(): readonly DeviceEvent[] {
    return this.#state.histories.get(this.#index)?.list ?? []
  }

  /** Undervoltage, errors of the storage, processes killed for want of memory. */
  #kernel(after: Instant, to: Instant): void {
    for (const { at, message } of kernelProblems(this.#state, this.#index, after, to))
      this.#add(at, { unit: 'kernel', identifier: 'kernel', pid: null, message, priority: 4 })
  }

  /** Units that a user stopped or started. */
  #units(): void {
    const changes = [...(this.#state.files.get(this.#index) ?? [])].flatMap(([path, { at, text }]) => {
      const [, verb, unit = ''] = UNIT_FILE.exec(path) ?? []
      return verb === undefined ? [] : [{ verb, unit, at, text }]
    })
    // A unit that was started at the time when it was stopped was stopped first.
    // What was killed was started again after it.
    const rank = (verb: string) => ['stopped', 'killed', 'started'].indexOf(verb)
    for (const { verb, unit, at, text } of changes.sort((a, b) => rank(a.verb) - rank(b.verb))) {
      if (verb === 'killed') {
        for (const message of [
          `${unit}.service: Main process exited, code=killed, status=${text}`,
          `${unit}.service: Failed with result 'signal'.`,
        ])
          this.#add(at, { unit, identifier: 'systemd', pid: 1, message, priority: 5 })
        continue
      }
      const title = text === '' ? `${unit}.service` : text
      this.#add(at, {
        unit,
        identifier: 'systemd',
        pid: 1,
        message: `${verb === 'stopped' ? 'Stopped' : 'Started'} ${title}.`,
      })
    }
  }

  #logged(): void {
    const text = this.#state.files.get(this.#index)?.get(LOGGED_LINES)?.text ?? ''
    for (const line of text.split('\n')) {
      const [, at, priority, identifier = '', message = ''] =
        /^(\d{13})(?:\.\d+)? ([0-7]) (\S+) (.*)$/s.exec(line) ?? []
      if (at === undefined) continue
      // Of a container that a user made, the engine writes it.
      const writer = /^[0-9a-f]{12}$/.test(identifier)
        ? { unit: 'balena', pid: 801 }
        : { unit: 'user', pid: null }
      this.#add(Number(at), { ...writer, identifier, message, priority: Number(priority) })
    }
  }

  #event(it: DeviceEvent): void {
    switch (it.kind) {
      case 'contact': {
        const at = it.startedAt
        const openvpn = (after: number, message: string) =>
          this.#add(at + after, { unit: 'openvpn', identifier: 'openvpn', pid: 744, message })
        if (hasCloudlink({ contact: it.contact })) {
          openvpn(-400, `Attempting to establish TCP connection with [AF_INET]${cloudHost('cloudlink')}:443`)
          openvpn(0, 'Initialization Sequence Completed')
        } else {
          openvpn(0, `[${cloudHost('cloudlink')}] Inactivity timeout (--ping-restart), restarting`)
        }
        if (!isInTouch({ contact: it.contact }) && it.by !== 'power') {
          this.#add(at, {
            unit: 'NetworkManager',
            identifier: 'NetworkManager',
            pid: 702,
            priority: 4,
            message: this.#stamped(
              '<info>  [{epoch}] manager: NetworkManager state is now CONNECTED_LOCAL',
              at,
            ),
          })
          this.#add(at + 900, {
            unit: this.#supervisorUnit(),
            identifier: this.#supervisorUnit(),
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
        identifier: this.#supervisorUnit(),
        pid: 1204,
        message: `[api]     GET /v1/healthy 200 - ${(ms / 100).toFixed(3)} ms`,
      })
    }
  }

  /** While it reaches the cloud, the supervisor says that it has reported. */
  #reports(after: Instant, to: Instant): void {
    const { seed } = this.#state
    const contacts = this.#events().flatMap((it) => (it.kind === 'contact' ? [it] : []))
    const [first] = contacts
    // Before the first change it was the other way round.
    let isReporting = first
      ? !isInTouch({ contact: first.contact })
      : isInTouch(readLink(this.#state, this.#index))
    const step = 900_000
    const offset = Math.floor(chance(seed, streams.journal, this.#index, 1) * step)
    let from = after
    for (const it of [...contacts, null]) {
      const end = Math.min(to, it?.startedAt ?? to)
      if (isReporting)
        for (let n = Math.ceil((from - offset) / step); n * step + offset <= end; n++) {
          const at = n * step + offset
          const boot = this.#boots.findLast(({ bootedAt: booted }) => booted <= at)
          if (boot && at >= boot.bootedAt + START_MS)
            this.#add(at, {
              unit: this.#supervisorUnit(),
              identifier: this.#supervisorUnit(),
              pid: 1204,
              message: '[info]    Reported current state to the cloud',
            })
        }
      if (!it) break
      isReporting = isInTouch({ contact: it.contact })
      from = Math.max(from, it.startedAt + 1)
    }
  }

  /** Everything that the supervisor and the containers log. */
  #containers(after: Instant, to: Instant, count: number | undefined): void {
    const ids = new Map(
      deviceContainers(this.#state, this.#index).map((it) => [it.serviceId, it.id.slice(0, 12)]),
    )
    for (const { createdAt, isSystem, isStdErr, serviceId, message } of logsOf(this.#state, this.#index, {
      after,
      before: to,
      ...(count === undefined ? {} : { count }),
    })) {
      if (isSystem) {
        this.#add(createdAt, {
          unit: this.#supervisorUnit(),
          identifier: this.#supervisorUnit(),
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
