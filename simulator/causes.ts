import type { DeviceEvent } from './device-state.ts'
import { isInTouch } from './device/link.ts'
import type { Update } from './device/update.ts'
import type { Happening } from './history.ts'
import {
  personaOf,
  provisionedAt,
  requireDevice,
  requireFleet,
  temperamentOf,
  type WorldState,
} from './world-state.ts'

type Kind = Happening['kind'] | 'provisioned'

/** What each kind of event can follow from; the latest of them is its cause. A kind without any is a first cause. */
const CAUSES: Partial<Record<Kind, readonly Kind[]>> = {
  noticing: ['target', 'contact', 'registered', 'provisioned', 'command', 'config', 'done', 'moved'],
  downloading: ['noticing', 'backing-off'],
  'backing-off': ['downloading', 'resumed'],
  downloaded: ['downloading', 'noticing', 'resumed'],
  applying: ['downloaded', 'noticing', 'lock', 'command', 'config', 'resumed'],
  done: ['applying', 'resumed', 'target'],
  rejected: ['noticing'],
  aborted: ['downloading', 'resumed'],
  resumed: ['contact'],
  heartbeat: ['contact'],
  'going-down': ['command', 'system'],
  booted: ['contact', 'registered'],
  purged: ['command'],
  service: ['command'],
}

const FLEET_TARGETS_TOLD = 12

/** What happened to a device and why, oldest first. */
export function eventsOf(state: WorldState, index: number): DeviceEvent[] {
  requireDevice(state, index)
  const history = state.histories.get(index) ?? { forgotten: 0, list: [] }
  const born: Told = {
    at: provisionedAt(state, index),
    kind: 'provisioned',
    detail: 'The device joined the fleet.',
  }
  const told: Told[] = [
    ...(history.forgotten === 0 ? [born] : []),
    ...fleetTargets(state, index),
    ...history.list.map((it) => ({ at: it.startedAt, kind: it.kind, detail: describe(state, index, it) })),
  ]
  told.sort((a, b) => a.at - b.at)
  return told.map((it, i) => ({
    n: history.forgotten + i + 1,
    ...it,
    because: causeOf(told, i, history.forgotten),
  }))
}

interface Told {
  at: number
  kind: Kind
  detail: string
}

function fleetTargets(state: WorldState, index: number): Told[] {
  const since = provisionedAt(state, index)
  return requireFleet(state, state.columns.fleet[index] ?? 0)
    .targetChanges.filter(({ at }) => at >= since)
    .slice(-FLEET_TARGETS_TOLD)
    .map(({ at, releaseId }) => ({
      at,
      kind: 'target',
      detail: `The fleet's target became ${version(state, releaseId)}.`,
    }))
}

function causeOf(told: readonly Told[], position: number, forgotten: number): number | null {
  const event = told[position]
  const causes = event && CAUSES[event.kind]
  if (!causes) return event?.kind === 'contact' ? causeOfContact(told, position, forgotten) : null
  for (let i = position - 1; i >= 0; i--) {
    if (causes.includes(told[i]?.kind ?? 'provisioned')) return forgotten + i + 1
  }
  return null
}

/** Contact is lost for no earlier reason, save by a reboot; it is found because it had been lost. */
function causeOfContact(told: readonly Told[], position: number, forgotten: number): number | null {
  for (let i = position - 1; i >= 0; i--) {
    const kind = told[i]?.kind
    if (kind === 'going-down' && told[position]?.detail === DOWN) return forgotten + i + 1
    if (kind === 'contact')
      return told[position]?.detail.startsWith('Contact was lost') ? null : forgotten + i + 1
  }
  return null
}

const DOWN = 'The device went down.'

function version(state: WorldState, releaseId: number | null): string {
  if (releaseId === null) return 'no release'
  return state.releases.get(releaseId)?.version ?? `release ${releaseId}`
}

function describe(state: WorldState, index: number, it: Happening): string {
  switch (it.kind) {
    case 'registered':
      return 'The device registered with its provisioning key.'
    case 'contact':
      return describeContact(state, index, it)
    case 'heartbeat':
      return `The heartbeat became ${it.state}.`
    case 'target':
      return it.releaseId === null
        ? 'The pin was removed.'
        : `The device was pinned to ${version(state, it.releaseId)}.`
    case 'command':
      return `A person asked for: ${it.command}${it.forced ? ', whatever is locked' : ''}.`
    case 'service':
      return `Service ${it.name} was ${it.run.kind}.`
    case 'purged':
      return 'The data of all services was deleted.'
    case 'going-down':
      return it.returns ? 'The device reboots.' : 'The device shuts down.'
    case 'booted':
      return 'The device booted and started its services.'
    case 'lock':
      return it.service === null
        ? 'The update lock was let go.'
        : `Service ${it.service} took the update lock.`
    case 'config':
      return it.value === null ? `${it.name} was removed.` : `${it.name} became ${it.value}.`
    case 'renamed':
      return `It was renamed to ${it.name}.`
    case 'moved':
      return `It was moved to fleet ${state.fleets.get(it.fleetId)?.name ?? it.fleetId}.`
    case 'active':
      return it.active ? 'It was activated.' : 'It was deactivated.'
    case 'system':
      return describeSystem(it)
    case 'resumed':
      return `Back in touch, the update goes on: ${describePhase(state, it.phase)}`
    default:
      return describePhase(state, it)
  }
}

function describeContact(
  state: WorldState,
  index: number,
  it: Extract<Happening, { kind: 'contact' }>,
): string {
  if (it.by === 'power' && !isInTouch(it)) return DOWN
  if (it.contact === 'cloudlink') return 'The cloudlink is up.'
  const why =
    it.by === 'person'
      ? 'Somebody cut it off.'
      : `${temperamentOf(state, index).nature} (${personaOf(state, index)})`
  return it.contact === 'polls'
    ? `The cloudlink was lost, polling still works. ${why}`
    : `Contact was lost. ${why}`
}

function describeSystem({ part, phase, version, was }: Extract<Happening, { kind: 'system' }>): string {
  const what = part === 'os' ? 'operating system' : 'supervisor'
  switch (phase) {
    case 'preparing':
      return `It prepares to replace its ${what} ${was} by ${version}.`
    case 'downloading':
      return `It downloads ${what} ${version}.`
    case 'installing':
      return `It installs ${what} ${version}.`
    case 'switching':
      return `Its ${what} restarts as ${version}.`
    case 'rebooting':
      return `It has installed ${what} ${version} and reboots.`
    case 'done':
      return `It runs ${what} ${version}.`
    case 'failed':
      return `The update of its ${what} to ${version} failed; ${was} goes on running.`
  }
}

function describePhase(state: WorldState, phase: Exclude<Update, { kind: 'out-of-touch' }>): string {
  const target = version(state, phase.releaseId)
  switch (phase.kind) {
    case 'noticing':
      return `It is to run ${target} instead of ${version(state, phase.from)}.`
    case 'downloading':
      return phase.attempt === 0
        ? `It downloads ${target}.`
        : `It downloads ${target}, try ${phase.attempt + 1}.`
    case 'backing-off':
      return `The download of ${target} failed; it waits ${Math.round((phase.until - phase.startedAt) / 1000)} s.`
    case 'downloaded':
      return phase.heldBy === null
        ? `All images of ${target} are there.`
        : `All images of ${target} are there; ${phase.heldBy} holds the update lock.`
    case 'applying':
      return `It replaces its services by those of ${target}.`
    case 'done':
      return `It runs ${target}.`
    case 'rejected':
      return `It rejected ${target}: the requirements of its contract are not met.`
    case 'aborted':
      return `The update to ${target} was aborted.`
  }
}
