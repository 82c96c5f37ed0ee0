import { releaseLabel } from '@/domain/release/release-label.ts'
import { deviceEventText } from '@/messages/device-page/device-history.ts'
import type { DeviceEvent } from './device-event.ts'

type NamedRelease = { raw_version: string; commit: string }

/** The fields that polling compares to detect events. */
export interface PolledDevice {
  device_name: string
  is_active: boolean
  is_connected_to_vpn: boolean
  api_heartbeat_state: string
  overall_status: string
  update_status: string | null
  provisioning_state: string | null
  os_version: string | null
  supervisor_version: string | null
  is_running__release: readonly NamedRelease[]
  should_be_running__release: readonly NamedRelease[]
  should_be_managed_by__release: readonly { raw_version: string }[]
  is_pinned_on__release: readonly { id: number }[]
}

/** The events detected since the page was opened. */
export interface PollHistory {
  last: PolledDevice | null
  /** Oldest first. */
  events: readonly DeviceEvent[]
  /** Time of the last poll, in ms since 1970. */
  polledAt: number
}

export const emptyPollHistory: PollHistory = { last: null, events: [], polledAt: 0 }

const MAX_EVENTS = 300

/** Adds a poll result. If the clock was set back, events after the new time are dropped. */
export function withPoll(before: PollHistory, device: PolledDevice, at: number): PollHistory {
  const events = before.events.filter((it) => it.at <= at)
  const wentBack = before.polledAt > at
  const detected = before.last === null || wentBack ? [] : changes(before.last, device)
  const first = (events.at(-1)?.at ?? 0) === at ? events.length : 0
  return {
    last: device,
    events: [
      ...events,
      ...detected.map(([kind, text], index): DeviceEvent => ({
        key: `seen-${at}-${first + index}`,
        at,
        kind,
        source: 'seen',
        text,
      })),
    ].slice(-MAX_EVENTS),
    polledAt: at,
  }
}

type Change = readonly [DeviceEvent['kind'], string]

function changes(before: PolledDevice, now: PolledDevice): Change[] {
  const detected: Change[] = []
  const differs = (key: keyof PolledDevice) => before[key] !== now[key]
  if (differs('is_connected_to_vpn')) {
    detected.push([
      'connection',
      now.is_connected_to_vpn ? deviceEventText.connected : deviceEventText.disconnected,
    ])
  }
  if (differs('api_heartbeat_state')) {
    detected.push(['connection', deviceEventText.heartbeat(now.api_heartbeat_state)])
  }
  if (differs('overall_status')) detected.push(['device', deviceEventText.status(now.overall_status)])
  if (differs('device_name')) detected.push(['device', deviceEventText.renamed(now.device_name)])
  if (differs('is_active')) {
    detected.push(['device', now.is_active ? deviceEventText.activated : deviceEventText.deactivated])
  }
  return [...detected, ...releaseChanges(before, now), ...systemChanges(before, now)]
}

function releaseChanges(before: PolledDevice, now: PolledDevice): Change[] {
  const detected: Change[] = []
  const [target, running] = [now.should_be_running__release[0], now.is_running__release[0]]
  if (before.is_pinned_on__release[0] && !now.is_pinned_on__release[0]) {
    detected.push(['update', deviceEventText.unpinned])
  }
  if (target && target.commit !== before.should_be_running__release[0]?.commit) {
    const isPinned = now.is_pinned_on__release.length > 0
    const words = isPinned ? deviceEventText.pinned : deviceEventText.targets
    detected.push(['update', words(releaseLabel(target))])
  }
  if (now.update_status !== before.update_status && now.update_status !== null) {
    detected.push(['update', deviceEventText.updateStatus(now.update_status)])
  }
  if (running?.commit !== before.is_running__release[0]?.commit) {
    detected.push([
      'update',
      running ? deviceEventText.runs(releaseLabel(running)) : deviceEventText.runsNothing,
    ])
  }
  return detected
}

function systemChanges(before: PolledDevice, now: PolledDevice): Change[] {
  const detected: Change[] = []
  const target = now.should_be_managed_by__release[0]?.raw_version
  if (target !== undefined && target !== before.should_be_managed_by__release[0]?.raw_version) {
    detected.push(['update', deviceEventText.supervisorTarget(target)])
  }
  if (now.provisioning_state && now.provisioning_state !== before.provisioning_state) {
    detected.push(['update', deviceEventText.system(now.provisioning_state)])
  }
  if (now.os_version !== null && now.os_version !== before.os_version) {
    detected.push(['update', deviceEventText.os(now.os_version)])
  }
  if (now.supervisor_version !== null && now.supervisor_version !== before.supervisor_version) {
    detected.push(['update', deviceEventText.supervisor(now.supervisor_version)])
  }
  return detected
}
