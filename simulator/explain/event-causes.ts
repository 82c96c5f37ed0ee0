import type { DescribedEvent } from '../device/device-state.ts'
import type { DeviceEvent } from '../device/event-history.ts'
import { provisionedAt, requireDevice, requireFleet, type WorldState } from '../state/world-state.ts'
import { describeEvent, DOWN, eventReleaseLabel } from './event-descriptions.ts'

type Kind = DeviceEvent['kind'] | 'provisioned'

/** Possible causes of each kind of event; the latest earlier event among them is the cause. Kinds not listed have no cause. */
const CAUSES: Partial<Record<Kind, readonly Kind[]>> = {
  noticing: [
    'target',
    'contact',
    'registered',
    'provisioned',
    'command',
    'config',
    'done',
    'moved',
    'frozen',
  ],
  clearing: ['noticing', 'lock', 'command', 'config', 'resumed'],
  downloading: ['noticing', 'clearing', 'backing-off'],
  'backing-off': ['downloading', 'resumed'],
  downloaded: ['downloading', 'noticing', 'resumed'],
  applying: ['downloaded', 'noticing', 'lock', 'command', 'config', 'resumed'],
  done: ['applying', 'resumed', 'target'],
  rejected: ['noticing'],
  aborted: ['downloading', 'resumed'],
  resumed: ['contact'],
  heartbeat: ['contact'],
  'going-down': ['command', 'system', 'configured', 'config-held', 'lock'],
  booted: ['contact', 'registered'],
  flashed: ['registered'],
  purged: ['command'],
  service: ['command', 'aborted', 'target', 'recreating'],
  system: ['system', 'booted'],
  configured: ['config', 'contact'],
  'config-held': ['configured'],
  recreating: ['variable', 'lock', 'command', 'contact', 'config', 'done'],
  recreated: ['recreating'],
}

const MAX_FLEET_TARGETS = 12

/** What happened to a device and why, oldest first. */
export function describedEvents(state: WorldState, index: number): DescribedEvent[] {
  requireDevice(state, index)
  const history = state.histories.get(index) ?? { forgotten: 0, list: [] }
  const provisioned: HistoryEvent = {
    at: provisionedAt(state, index),
    kind: 'provisioned',
    detail: 'The device joined the fleet.',
  }
  const events: HistoryEvent[] = [
    ...(history.forgotten === 0 ? [provisioned] : []),
    ...fleetTargets(state, index),
    ...history.list.map((it) => ({
      at: it.startedAt,
      kind: it.kind,
      detail: describeEvent(state, index, it),
      isFirst: isFirstCause(it),
    })),
  ]
  events.sort((a, b) => a.at - b.at)
  return events.map((it, i) => ({
    n: history.forgotten + i + 1,
    at: it.at,
    kind: it.kind,
    detail: it.detail,
    because: causeOf(events, i, history.forgotten),
  }))
}

interface HistoryEvent {
  at: number
  kind: Kind
  detail: string
  /** No other event caused it. */
  isFirst?: boolean
}

/** Network failures and requests of users have no cause inside the simulation. */
function isFirstCause(it: DeviceEvent): boolean {
  if (it.kind === 'contact') return it.by !== 'power' && it.contact !== 'cloudlink'
  return it.kind === 'system' && it.phase === 'preparing'
}

function fleetTargets(state: WorldState, index: number): HistoryEvent[] {
  const since = provisionedAt(state, index)
  return requireFleet(state, state.columns.fleet[index] ?? 0)
    .targetChanges.filter(({ at }) => at >= since)
    .slice(-MAX_FLEET_TARGETS)
    .map(({ at, releaseId }) => ({
      at,
      kind: 'target',
      detail: `The target release of the fleet changed to ${eventReleaseLabel(state, releaseId)}.`,
    }))
}

function causeOf(events: readonly HistoryEvent[], position: number, forgotten: number): number | null {
  const event = events[position]
  if (event?.isFirst) return null
  const causes = event && CAUSES[event.kind]
  if (!causes) return event?.kind === 'contact' ? causeOfContact(events, position, forgotten) : null
  for (let i = position - 1; i >= 0; i--) {
    if (causes.includes(events[i]?.kind ?? 'provisioned')) return forgotten + i + 1
  }
  return null
}

/** A connection is lost by a reboot, or restored after it had been lost. */
function causeOfContact(events: readonly HistoryEvent[], position: number, forgotten: number): number | null {
  for (let i = position - 1; i >= 0; i--) {
    const kind = events[i]?.kind
    if (kind === 'going-down' && events[position]?.detail === DOWN) return forgotten + i + 1
    if (kind === 'contact') return forgotten + i + 1
  }
  return null
}
