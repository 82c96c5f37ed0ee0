import type { Instant } from '../clock.ts'
import { eventsOf } from './event-causes.ts'
import type { DescribedEvent, ServiceState } from '../world/device-state.ts'
import { CHECK_LIMITS } from '../device/diagnostics.ts'
import { ailmentOf, lastExitAt } from '../device/services.ts'
import { readDevice, type DeviceState } from '../views/device-fields.ts'
import { serviceFacts } from '../views/device-view.ts'
import type { Provisioning } from '../world/device-profiles.ts'
import { systemUpdateOf } from '../engine/system-updates.ts'
import { versionOf } from './event-descriptions.ts'
import { isFullAt } from '../engine/device-parameters.ts'
import { isCloudlinkAllowed, profileOf, type WorldState } from '../world/world-state.ts'

/** One thing that led to another. */
export interface Cause {
  /** null for what has always been so. */
  at: Instant | null
  kind: string
  /** A sentence. */
  text: string
}

/** One state of a device and the chain that led to it. */
export interface Reason {
  about: string
  is: string
  /** From now back to the first cause. Never empty. */
  chain: readonly Cause[]
}

/** Why a device is as it is: its status first, then all else that is worth a word. */
export function explainStatus(state: WorldState, index: number): Reason[] {
  const device = readDevice(state, index)
  const teller = new Explainer(state, index, device)
  return [
    { about: 'status', is: device.overallStatus, chain: teller.status() },
    { about: 'cloudlink', is: device.cloudlink ? 'connected' : 'disconnected', chain: teller.cloudlink() },
    { about: 'heartbeat', is: device.heartbeat, chain: teller.heartbeat() },
    { about: 'release', is: versionOf(state, device.runningReleaseId), chain: teller.release() },
    { about: 'target', is: versionOf(state, device.targetReleaseId), chain: teller.target() },
    ...teller.update(),
    ...device.services.flatMap((service) => teller.service(service)),
    ...teller.oddities(),
  ]
}

class Explainer {
  readonly #state: WorldState
  readonly #index: number
  readonly #device: DeviceState
  readonly #events: readonly DescribedEvent[]

  constructor(state: WorldState, index: number, device: DeviceState) {
    this.#state = state
    this.#index = index
    this.#device = device
    this.#events = eventsOf(state, index)
  }

  /** From the latest event of these kinds back; undefined when there is none. */
  #since(
    kinds: readonly string[],
    fits: (event: DescribedEvent) => boolean = () => true,
  ): Cause[] | undefined {
    const last = this.#events.findLast((it) => kinds.includes(it.kind) && fits(it))
    if (!last) return undefined
    const chain: Cause[] = []
    for (let it: DescribedEvent | undefined = last; it;) {
      chain.push({ at: it.at, kind: it.kind, text: it.detail })
      const { because }: DescribedEvent = it
      it = because === null ? undefined : this.#events.find(({ n }) => n === because)
    }
    return chain
  }

  #nature(): Cause {
    return { at: null, kind: 'nature', text: profileOf(this.#state, this.#index).nature }
  }

  #provisioning(): Provisioning {
    return profileOf(this.#state, this.#index).provisioning
  }

  /** A device that did not get through its first minutes. */
  #failedToJoin(): Reason[] {
    const about = 'provisioning'
    if (this.#device.runningReleaseId !== null || this.#provisioning() === 'works') return []
    if (this.#provisioning() === 'refused')
      return [{ about, is: 'refused', chain: [this.#nature(), ...this.#joined()] }]
    // One failure is like another: the last of them stands for all.
    const [failed] = this.#since(['backing-off']) ?? []
    return failed ? [{ about, is: 'no image yet', chain: [failed, this.#nature(), ...this.#joined()] }] : []
  }

  #joined(): Cause[] {
    const { provisionedAt } = this.#device
    return (
      this.#since(['registered', 'provisioned']) ?? [
        { at: provisionedAt, kind: 'provisioned', text: 'The device joined the fleet.' },
      ]
    )
  }

  #notSeenYet(): Cause[] {
    return [
      this.#now('It has not connected yet.'),
      ...(this.#provisioning() === 'refused' ? [this.#nature()] : []),
      ...this.#joined(),
    ]
  }

  status(): Cause[] {
    switch (this.#device.overallStatus) {
      case 'inactive':
        return this.#since(['active']) ?? this.#notSeenYet()
      case 'post-provisioning':
        return [this.#now('An installer writes its internal storage.'), ...this.#joined()]
      case 'configuring':
        return this.#since(['system'], () => this.#isReplacing()) ?? this.#notSeenYet()
      case 'updating':
        return this.#phase()
      case 'disconnected':
        return this.heartbeat()
      case 'reduced-functionality':
        return [
          this.#now(this.#whatIsReduced()),
          ...(this.#device.cloudlink ? this.heartbeat() : this.cloudlink()),
        ]
      case 'operational':
        return [this.#now('It is in touch, and nothing keeps it busy.'), ...this.cloudlink()]
    }
  }

  #now(text: string): Cause {
    return { at: this.#state.now, kind: 'state', text }
  }

  #isReplacing(): boolean {
    return systemUpdateOf(this.#state, this.#index, 'os') !== undefined
  }

  #whatIsReduced(): string {
    const { cloudlink, heartbeat } = this.#device
    if (heartbeat === 'timeout') return 'Its heartbeat is overdue.'
    return cloudlink
      ? 'Its cloudlink is up, but it does not reach the API.'
      : 'It reaches the API, but its cloudlink is down.'
  }

  cloudlink(): Cause[] {
    const { lastConnectivityEvent: at, cloudlink } = this.#device
    if (at === null) return [this.#now('It has never connected.'), ...this.#joined()]
    const told = this.#since(['contact'])
    if (told) return told
    if (!cloudlink && !isCloudlinkAllowed(this.#state, this.#index)) {
      return (
        this.#since(['config'], (it) => it.detail.includes('VPN_CONTROL')) ?? [
          { at, kind: 'config', text: 'Its configuration keeps the cloudlink off.' },
        ]
      )
    }
    const text = cloudlink ? 'The cloudlink is up.' : 'Contact was lost.'
    return [{ at, kind: 'contact', text }, this.#nature()]
  }

  heartbeat(): Cause[] {
    const { heartbeat, heartbeatChangedAt: at } = this.#device
    if (at === null) return [this.#now('It has never asked for its target.'), ...this.#joined()]
    if (heartbeat === 'online') {
      const found = this.#since(['contact'], (it) => it.at <= at) ?? []
      return [{ at, kind: 'heartbeat', text: 'It asks for its target at every poll.' }, ...found]
    }
    return (
      this.#since(['heartbeat']) ?? [
        { at, kind: 'heartbeat', text: `The heartbeat became ${heartbeat}.` },
        ...this.cloudlink(),
      ]
    )
  }

  release(): Cause[] {
    const { runningReleaseId } = this.#device
    if (runningReleaseId === null) return [this.#now('It has not installed anything yet.'), ...this.#joined()]
    const at = this.#state.columns.runningSince[this.#index] ?? this.#device.provisionedAt
    return (
      this.#since(['done']) ?? [
        { at, kind: 'done', text: `It runs ${versionOf(this.#state, runningReleaseId)}.` },
        ...(this.#since(['target'], (it) => it.at <= at) ?? []),
      ]
    )
  }

  target(): Cause[] {
    const { pinnedReleaseId, targetReleaseId } = this.#device
    const told = this.#since(['target'])
    if (told) return told
    const text =
      pinnedReleaseId === null
        ? `Its fleet's target has been ${versionOf(this.#state, targetReleaseId)} since it joined.`
        : `It is pinned to ${versionOf(this.#state, pinnedReleaseId)}.`
    return [{ at: null, kind: 'target', text }]
  }

  #phase(): Cause[] {
    return (
      this.#since([
        'noticing',
        'clearing',
        'downloading',
        'backing-off',
        'downloaded',
        'applying',
        'resumed',
        'rejected',
        'aborted',
      ]) ?? [this.#now('It is on its way to its target.'), ...this.target()]
    )
  }

  /** Only while it is not what it should be. */
  update(): Reason[] {
    const { runningReleaseId, targetReleaseId, updateStatus, localMode, isFrozen } = this.#device
    if (runningReleaseId === targetReleaseId) return []
    const is = updateStatus ?? 'none'
    const isUnderWay = this.#state.updates.has(this.#index) || is === 'rejected' || is === 'aborted'
    if (isUnderWay) return [{ about: 'update', is, chain: this.#phase() }]
    const why = isFrozen
      ? 'It is frozen and told nothing new.'
      : localMode
        ? 'It is in local mode and looks for no target.'
        : 'It has not heard of its target: it is out of touch.'
    return [{ about: 'update', is, chain: [this.#now(why), ...this.target()] }]
  }

  service(service: ServiceState): Reason[] {
    const { name, status } = service
    if (status === 'Running') return []
    const about = `service ${name}`
    if (status === 'exited' || status === 'restarting')
      return [{ about, is: status, chain: this.#ailing(service) }]
    const moved = this.#since(
      ['service', 'booted'],
      ({ kind, detail }) => kind === 'booted' || detail.includes(name),
    )
    const isOfUpdate = this.#state.updates.has(this.#index)
    return [{ about, is: status, chain: isOfUpdate ? this.#phase() : (moved ?? this.release()) }]
  }

  #ailing({ name, releaseId }: ServiceState): Cause[] {
    const ailment = ailmentOf(serviceFacts(this.#state, this.#index))
    const at = ailment ? lastExitAt(ailment, this.#state.now) : this.#state.now
    if (ailment?.kind === 'leak') {
      const text = `${name} has used up the memory, and was killed.`
      return [{ at, kind: 'killed', text }, this.#nature()]
    }
    const text = `${name} ended by itself, as it does after each start of ${versionOf(this.#state, releaseId)}.`
    return [{ at, kind: 'crashed', text }, ...this.release()]
  }

  oddities(): Reason[] {
    const device = this.#device
    const { metrics } = device
    const found: Reason[] = []
    const add = (about: string, is: string, chain: Cause[]) => found.push({ about, is, chain })
    found.push(...this.#failedToJoin())
    if (device.lockedBy !== null) {
      add(
        'update lock',
        `held by ${device.lockedBy}`,
        this.#since(['lock']) ?? [
          {
            at: null,
            kind: 'lock',
            text: `Service ${device.lockedBy} has held the update lock from the beginning.`,
          },
        ],
      )
    }
    if (device.isFrozen)
      add('frozen', 'yes', this.#since(['frozen']) ?? [this.#now('Its organization is frozen.')])
    if (device.localMode) {
      add(
        'local mode',
        'on',
        this.#since(['config'], (it) => it.detail.includes('LOCAL_MODE')) ?? [
          this.#now('RESIN_SUPERVISOR_LOCAL_MODE is 1.'),
        ],
      )
    }
    const configuring = this.#state.configuring.get(this.#index)
    if (configuring) {
      const chain = this.#since(['config-held', 'config']) ?? [this.#now('Its configuration changed.')]
      add('configuration', configuring.kind, chain)
    }
    const system = systemUpdateOf(this.#state, this.#index, 'os')
    if (system?.kind === 'failed')
      add('operating system', 'update failed', this.#since(['system']) ?? [this.#nature()])
    if (device.clockSkewMs !== 0)
      add('clock', `${Math.round(device.clockSkewMs / 1000)} s off`, [this.#nature()])
    if (metrics) found.push(...this.#measured(metrics))
    return found
  }

  #measured(metrics: NonNullable<DeviceState['metrics']>): Reason[] {
    const { memoryPercent, storagePercent, celsius } = CHECK_LIMITS
    const share = (part: number, whole: number) => (part * 100) / whole
    const at = this.#device.metricsAt
    const found: Reason[] = []
    const add = (about: string, is: string, text: string) =>
      found.push({ about, is, chain: [{ at, kind: 'measured', text }, this.#nature()] })
    if (metrics.isUndervolted) add('power', 'undervolted', 'It reported too low a voltage.')
    if (metrics.cpuTemp >= celsius)
      add('temperature', `${metrics.cpuTemp} °C`, 'It reported more heat than is good.')
    if (share(metrics.memoryUsage, metrics.memoryTotal) > memoryPercent) {
      add('memory', 'nearly used up', 'It reported little free memory.')
    }
    if (share(metrics.storageUsage, metrics.storageTotal) > storagePercent) {
      const isFull = isFullAt(this.#state, this.#index, this.#state.now)
      add(
        'storage',
        isFull ? 'full' : 'nearly full',
        'It reported little free storage; a purge deletes its data.',
      )
    }
    return found
  }
}
