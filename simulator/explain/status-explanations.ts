import type { Instant } from '../base/clock.ts'
import type { Provisioning } from '../definition/device-profiles.ts'
import type { DescribedEvent, ServiceState } from '../device/device-state.ts'
import { serviceFailureOf, lastExitAt } from '../device/services.ts'
import { isFullAt } from '../engine/device-parameters.ts'
import { systemUpdateOf } from '../engine/system-updates.ts'
import { isCloudlinkAllowed, profileOf, type WorldState } from '../state/world-state.ts'
import { readDevice, type DeviceState } from '../views/device-fields.ts'
import { serviceFacts } from '../views/device-view.ts'
import { CHECK_LIMITS } from './diagnostics.ts'
import { describedEvents } from './event-causes.ts'
import { eventReleaseLabel } from './event-descriptions.ts'

/** One link in a chain of causes. */
export interface Cause {
  /** null: since the world began. */
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

/** Why a device is in its state: its status first, then everything else that is unusual. */
export function explainStatus(state: WorldState, index: number): Reason[] {
  const device = readDevice(state, index)
  const explainer = new Explainer(state, index, device)
  return [
    { about: 'status', is: device.overallStatus, chain: explainer.status() },
    { about: 'cloudlink', is: device.cloudlink ? 'connected' : 'disconnected', chain: explainer.cloudlink() },
    { about: 'heartbeat', is: device.heartbeat, chain: explainer.heartbeat() },
    { about: 'release', is: eventReleaseLabel(state, device.runningReleaseId), chain: explainer.release() },
    { about: 'target', is: eventReleaseLabel(state, device.targetReleaseId), chain: explainer.target() },
    ...explainer.update(),
    ...device.services.flatMap((service) => explainer.service(service)),
    ...explainer.anomalies(),
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
    this.#events = describedEvents(state, index)
  }

  /** The chain of causes of the latest event of these kinds; undefined when there is none. */
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

  #profile(): Cause {
    return { at: null, kind: 'nature', text: profileOf(this.#state, this.#index).description }
  }

  #provisioning(): Provisioning {
    return profileOf(this.#state, this.#index).provisioning
  }

  /** Why a device failed to provision. */
  #failedToJoin(): Reason[] {
    const about = 'provisioning'
    if (this.#device.runningReleaseId !== null || this.#provisioning() === 'works') return []
    if (this.#provisioning() === 'refused')
      return [{ about, is: 'refused', chain: [this.#profile(), ...this.#registration()] }]
    // All failed attempts have the same cause, so only the last is shown.
    const [failed] = this.#since(['backing-off']) ?? []
    return failed
      ? [{ about, is: 'no image yet', chain: [failed, this.#profile(), ...this.#registration()] }]
      : []
  }

  #registration(): Cause[] {
    const { provisionedAt } = this.#device
    return (
      this.#since(['registered', 'provisioned']) ?? [
        { at: provisionedAt, kind: 'provisioned', text: 'The device joined the fleet.' },
      ]
    )
  }

  #notSeenYet(): Cause[] {
    return [
      this.#now('The device has not connected yet.'),
      ...(this.#provisioning() === 'refused' ? [this.#profile()] : []),
      ...this.#registration(),
    ]
  }

  status(): Cause[] {
    switch (this.#device.overallStatus) {
      case 'inactive':
        return this.#since(['active']) ?? this.#notSeenYet()
      case 'post-provisioning':
        return [this.#now('The installer is writing the internal storage.'), ...this.#registration()]
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
        return [this.#now('The device is connected, and no update is in progress.'), ...this.cloudlink()]
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
    if (heartbeat === 'timeout') return 'The heartbeat is overdue.'
    return cloudlink
      ? 'The VPN is connected, but the device cannot reach the API.'
      : 'The device reaches the API, but the VPN is disconnected.'
  }

  cloudlink(): Cause[] {
    const { lastConnectivityEvent: at, cloudlink } = this.#device
    if (at === null) return [this.#now('The device has never connected.'), ...this.#registration()]
    const found = this.#since(['contact'])
    if (found) return found
    if (!cloudlink && !isCloudlinkAllowed(this.#state, this.#index)) {
      return (
        this.#since(['config'], (it) => it.detail.includes('VPN_CONTROL')) ?? [
          { at, kind: 'config', text: 'The configuration disables the VPN.' },
        ]
      )
    }
    const text = cloudlink ? 'The VPN connected.' : 'The connection was lost.'
    return [{ at, kind: 'contact', text }, this.#profile()]
  }

  heartbeat(): Cause[] {
    const { heartbeat, heartbeatChangedAt: at } = this.#device
    if (at === null) return [this.#now('The device has never polled the API.'), ...this.#registration()]
    if (heartbeat === 'online') {
      const found = this.#since(['contact'], (it) => it.at <= at) ?? []
      return [{ at, kind: 'heartbeat', text: 'The device polls the API regularly.' }, ...found]
    }
    return (
      this.#since(['heartbeat']) ?? [
        { at, kind: 'heartbeat', text: `The heartbeat changed to ${heartbeat}.` },
        ...this.cloudlink(),
      ]
    )
  }

  release(): Cause[] {
    const { runningReleaseId } = this.#device
    if (runningReleaseId === null) return [this.#now('No release is installed yet.'), ...this.#registration()]
    const at = this.#state.columns.runningSince[this.#index] ?? this.#device.provisionedAt
    return (
      this.#since(['done']) ?? [
        { at, kind: 'done', text: `Running ${eventReleaseLabel(this.#state, runningReleaseId)}.` },
        ...(this.#since(['target'], (it) => it.at <= at) ?? []),
      ]
    )
  }

  target(): Cause[] {
    const { pinnedReleaseId, targetReleaseId } = this.#device
    const found = this.#since(['target'])
    if (found) return found
    const text =
      pinnedReleaseId === null
        ? `The target release of the fleet has been ${eventReleaseLabel(this.#state, targetReleaseId)} since the device joined.`
        : `The device is pinned to ${eventReleaseLabel(this.#state, pinnedReleaseId)}.`
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
      ]) ?? [this.#now('The device is updating to its target release.'), ...this.target()]
    )
  }

  /** Only while the current release is not the target release. */
  update(): Reason[] {
    const { runningReleaseId, targetReleaseId, updateStatus, localMode, isFrozen } = this.#device
    if (runningReleaseId === targetReleaseId) return []
    const is = updateStatus ?? 'none'
    const isInProgress = this.#state.updates.has(this.#index) || is === 'rejected' || is === 'aborted'
    if (isInProgress) return [{ about: 'update', is, chain: this.#phase() }]
    const why = isFrozen
      ? 'The device is frozen and gets no new target.'
      : localMode
        ? 'The device is in local mode and ignores its target.'
        : 'The device is disconnected and does not know its target yet.'
    return [{ about: 'update', is, chain: [this.#now(why), ...this.target()] }]
  }

  service(service: ServiceState): Reason[] {
    const { name, status } = service
    if (status === 'Running') return []
    const about = `service ${name}`
    if (status === 'exited' || status === 'restarting')
      return [{ about, is: status, chain: this.#failing(service) }]
    const moved = this.#since(
      ['service', 'booted'],
      ({ kind, detail }) => kind === 'booted' || detail.includes(name),
    )
    const isOfUpdate = this.#state.updates.has(this.#index)
    return [{ about, is: status, chain: isOfUpdate ? this.#phase() : (moved ?? this.release()) }]
  }

  #failing({ name, releaseId }: ServiceState): Cause[] {
    const failure = serviceFailureOf(serviceFacts(this.#state, this.#index))
    const at = failure ? lastExitAt(failure, this.#state.now) : this.#state.now
    if (failure?.kind === 'leak') {
      const text = `${name} was killed because it ran out of memory.`
      return [{ at, kind: 'killed', text }, this.#profile()]
    }
    const text = `${name} crashed, as it does after each start of ${eventReleaseLabel(this.#state, releaseId)}.`
    return [{ at, kind: 'crashed', text }, ...this.release()]
  }

  anomalies(): Reason[] {
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
            text: `Service ${device.lockedBy} has held the update lock since the world opened.`,
          },
        ],
      )
    }
    if (device.isFrozen)
      add('frozen', 'yes', this.#since(['frozen']) ?? [this.#now('The organization is frozen.')])
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
      const chain = this.#since(['config-held', 'config']) ?? [this.#now('The configuration changed.')]
      add('configuration', configuring.kind, chain)
    }
    const system = systemUpdateOf(this.#state, this.#index, 'os')
    if (system?.kind === 'failed')
      add('operating system', 'update failed', this.#since(['system']) ?? [this.#profile()])
    if (device.clockSkewMs !== 0)
      add('clock', `${Math.round(device.clockSkewMs / 1000)} s off`, [this.#profile()])
    if (metrics) found.push(...this.#measured(metrics))
    return found
  }

  #measured(metrics: NonNullable<DeviceState['metrics']>): Reason[] {
    const { memoryPercent, storagePercent, celsius } = CHECK_LIMITS
    const share = (part: number, total: number) => (part * 100) / total
    const at = this.#device.metricsAt
    const found: Reason[] = []
    const add = (about: string, is: string, text: string) =>
      found.push({ about, is, chain: [{ at, kind: 'measured', text }, this.#profile()] })
    if (metrics.isUndervolted) add('power', 'undervolted', 'The device reported undervoltage.')
    if (metrics.cpuTemp >= celsius)
      add('temperature', `${metrics.cpuTemp} °C`, 'The device reported a high temperature.')
    if (share(metrics.memoryUsage, metrics.memoryTotal) > memoryPercent) {
      add('memory', 'nearly full', 'The device reported little free memory.')
    }
    if (share(metrics.storageUsage, metrics.storageTotal) > storagePercent) {
      const isFull = isFullAt(this.#state, this.#index, this.#state.now)
      add(
        'storage',
        isFull ? 'full' : 'nearly full',
        'The device reported little free storage. Purging deletes its data.',
      )
    }
    return found
  }
}
