import { isInTouch, type Connectivity } from '../device/link.ts'
import type { Update } from '../device/update.ts'
import { isUpdatePhase, type DeviceEvent } from '../world/event-history.ts'
import { personaOf, profileOf, type WorldState } from '../world/world-state.ts'

/** How the loss of contact of a device that was told to go down is worded. */
export const DOWN = 'The device went down.'

export function versionOf(state: WorldState, releaseId: number | null): string {
  if (releaseId === null) return 'no release'
  return state.releases.get(releaseId)?.version ?? `release ${releaseId}`
}

/** An event in a sentence. */
export function describeEvent(state: WorldState, index: number, it: DeviceEvent): string {
  switch (it.kind) {
    case 'registered':
      return describeRegistration(state, index)
    case 'flashed':
      return 'The installer has written its internal storage.'
    case 'contact':
      return describeContact(state, index, it)
    case 'heartbeat':
      return `The heartbeat became ${it.state}.`
    case 'target':
      return it.releaseId === null
        ? 'The pin was removed.'
        : `The device was pinned to ${versionOf(state, it.releaseId)}.`
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
    case 'system':
      return describeSystem(it)
    case 'resumed':
      return `Back in touch, the update goes on: ${describePhase(state, it.phase)}`
    default:
      return isUpdatePhase(it) ? describePhase(state, it) : describeWish(state, it)
  }
}

/** Of a device that never got in, somebody else made the entry. */
function describeRegistration(state: WorldState, index: number): string {
  return profileOf(state, index).link.kind === 'never'
    ? 'The device was registered ahead of time.'
    : 'The device registered with its provisioning key.'
}

type Phase = Exclude<Update, { kind: 'out-of-touch' }>
type Wish = Extract<
  DeviceEvent,
  { kind: 'lock' | 'config' | 'configured' | 'config-held' | 'frozen' | 'renamed' | 'moved' | 'active' }
>

/** What was wanted of it, and what became of that. */
function describeWish(state: WorldState, it: Wish): string {
  switch (it.kind) {
    case 'lock':
      return it.service === null
        ? 'The update lock was let go.'
        : `Service ${it.service} took the update lock.`
    case 'config':
      return describeConfig(it)
    case 'configured':
      return `It took on ${Object.keys(it.changes).join(', ')}${it.reboots ? ', which needs a reboot' : ''}.`
    case 'config-held':
      return `It waits with its new configuration: ${it.heldBy} holds the update lock.`
    case 'frozen':
      return it.frozen
        ? 'It was frozen with its organization: it is told nothing new.'
        : 'It is no longer frozen.'
    case 'renamed':
      return `It was renamed to ${it.name}.`
    case 'moved':
      return `It was moved to fleet ${state.fleets.get(it.fleetId)?.name ?? it.fleetId}.`
    case 'active':
      return it.active ? 'It was activated.' : 'It was deactivated.'
  }
}

function describeContact(
  state: WorldState,
  index: number,
  it: Extract<DeviceEvent, { kind: 'contact' }>,
): string {
  if (it.by === 'power' && !isInTouch(it)) return DOWN
  if (it.contact === 'cloudlink') return 'The cloudlink is up.'
  const why =
    it.by === 'person'
      ? 'Somebody cut it off.'
      : `${profileOf(state, index).nature} (${personaOf(state, index)})`
  return `${LOST[it.contact]} ${why}`
}

const LOST: Record<Exclude<Connectivity, 'cloudlink'>, string> = {
  'never-connected': 'It has not connected yet.',
  polls: 'The cloudlink was lost, polling still works.',
  tunnel: 'The API is out of reach, the cloudlink is still up.',
  away: 'Contact was lost.',
}

function describeConfig({ name, value, of }: Extract<DeviceEvent, { kind: 'config' }>): string {
  const whose = of === 'fleet' ? ' for the whole fleet' : ''
  return value === null ? `${name} was removed${whose}.` : `${name} became ${value}${whose}.`
}

function describeSystem({ part, phase, version, was }: Extract<DeviceEvent, { kind: 'system' }>): string {
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

function whyFailed({ isFull, unreachable }: Extract<Phase, { kind: 'backing-off' }>): string {
  if (isFull) return ', its storage is full'
  return unreachable === true ? ', the registry does not answer' : ''
}

function describePhase(state: WorldState, phase: Phase): string {
  const target = versionOf(state, phase.releaseId)
  switch (phase.kind) {
    case 'noticing':
      return `It is to run ${target} instead of ${versionOf(state, phase.from)}.`
    case 'clearing':
      return phase.heldBy === null
        ? `It stops services to make room for ${target}.`
        : `It must stop services to make room for ${target}; ${phase.heldBy} holds the update lock.`
    case 'downloading':
      return phase.attempt === 0
        ? `It downloads ${target}.`
        : `It downloads ${target}, try ${phase.attempt + 1}.`
    case 'backing-off':
      return `The download of ${target} failed${whyFailed(phase)}; it waits ${Math.round((phase.until - phase.startedAt) / 1000)} s.`
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
