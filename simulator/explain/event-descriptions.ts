import { isUpdatePhase, type DeviceEvent } from '../device/event-history.ts'
import { isInTouch, type Connectivity } from '../device/link.ts'
import type { Update } from '../device/update.ts'
import { personaOf, profileOf, type WorldState } from '../state/world-state.ts'

/** Loss of contact because of a reboot or shutdown that was requested. */
export const DOWN = 'The device went down.'

export function eventReleaseLabel(state: WorldState, releaseId: number | null): string {
  if (releaseId === null) return 'no release'
  return state.releases.get(releaseId)?.version ?? `release ${releaseId}`
}

/** An event in a sentence. */
export function describeEvent(state: WorldState, index: number, it: DeviceEvent): string {
  switch (it.kind) {
    case 'registered':
      return describeRegistration(state, index)
    case 'flashed':
      return 'The installer finished writing the internal storage.'
    case 'contact':
      return describeContact(state, index, it)
    case 'heartbeat':
      return `The heartbeat changed to ${it.state}.`
    case 'target':
      return it.releaseId === null
        ? 'The pin was removed.'
        : `The device was pinned to ${eventReleaseLabel(state, it.releaseId)}.`
    case 'command':
      return `A user requested: ${it.command}${it.forced ? ', overriding update locks' : ''}.`
    case 'service':
      return `Service ${it.name} was ${it.run.kind}.`
    case 'purged':
      return 'The data of all services was deleted.'
    case 'going-down':
      return it.returns ? 'The device started to reboot.' : 'The device started to shut down.'
    case 'booted':
      return 'The device booted and started its services.'
    case 'system':
      return describeSystem(it)
    case 'resumed':
      return `The device reconnected, and the update continued: ${describePhase(state, it.phase)}`
    default:
      return isUpdatePhase(it) ? describePhase(state, it) : describeUserChange(state, it)
  }
}

/** A device that never connects cannot have registered itself. */
function describeRegistration(state: WorldState, index: number): string {
  return profileOf(state, index).link.kind === 'never'
    ? 'The device was preregistered.'
    : 'The device registered with its provisioning key.'
}

type Phase = Exclude<Update, { kind: 'out-of-touch' }>
type UserChange = Extract<
  DeviceEvent,
  {
    kind:
      | 'lock'
      | 'config'
      | 'configured'
      | 'config-held'
      | 'variable'
      | 'recreating'
      | 'recreated'
      | 'frozen'
      | 'renamed'
      | 'moved'
      | 'active'
  }
>

/** Changes requested by users, and how the device applied them. */
function describeUserChange(state: WorldState, it: UserChange): string {
  switch (it.kind) {
    case 'lock':
      return it.service === null
        ? 'The update lock was released.'
        : `Service ${it.service} took the update lock.`
    case 'config':
      return describeConfig(it)
    case 'configured':
      return `Applied ${Object.keys(it.changes).join(', ')}${it.reboots ? ', which requires a reboot' : ''}.`
    case 'config-held':
      return `The reboot for the new configuration is waiting: ${it.heldBy} holds the update lock.`
    case 'variable':
      return `Variable ${it.name} of the ${it.of} was ${it.removed ? 'removed' : 'set'}.`
    case 'recreating':
      return it.heldBy === null
        ? `Recreating ${it.names.join(', ')} with changed variables.`
        : `Changed variables are waiting: ${it.heldBy} holds the update lock.`
    case 'recreated':
      return 'All containers have the changed variables.'
    case 'frozen':
      return it.frozen
        ? 'The device was frozen with its organization and gets no new target.'
        : 'The device is no longer frozen.'
    case 'renamed':
      return `The device was renamed to ${it.name}.`
    case 'moved':
      return `The device was moved to fleet ${state.fleets.get(it.fleetId)?.name ?? it.fleetId}.`
    case 'active':
      return it.active ? 'The device was activated.' : 'The device was deactivated.'
  }
}

function describeContact(
  state: WorldState,
  index: number,
  it: Extract<DeviceEvent, { kind: 'contact' }>,
): string {
  if (it.by === 'power' && !isInTouch(it)) return DOWN
  if (it.contact === 'cloudlink') return 'The VPN connected.'
  const why =
    it.by === 'person'
      ? 'A user disconnected it.'
      : `${profileOf(state, index).description} (${personaOf(state, index)})`
  return `${LOST[it.contact]} ${why}`
}

const LOST: Record<Exclude<Connectivity, 'cloudlink'>, string> = {
  'never-connected': 'The device has not connected yet.',
  polls: 'The VPN disconnected; polling still works.',
  tunnel: 'The API cannot be reached; the VPN is still connected.',
  away: 'The connection was lost.',
}

function describeConfig({ name, value, of }: Extract<DeviceEvent, { kind: 'config' }>): string {
  const whose = of === 'fleet' ? ' for the whole fleet' : ''
  return value === null ? `${name} was removed${whose}.` : `${name} was set to ${value}${whose}.`
}

function describeSystem({ part, phase, version, was }: Extract<DeviceEvent, { kind: 'system' }>): string {
  const what = part === 'os' ? 'operating system' : 'supervisor'
  switch (phase) {
    case 'preparing':
      return `Preparing to update the ${what} from ${was} to ${version}.`
    case 'downloading':
      return `Downloading ${what} ${version}.`
    case 'installing':
      return `Installing ${what} ${version}.`
    case 'patching':
      return `Installed ${what} ${version}; the supervisor that it brings becomes the target.`
    case 'starting-supervisor':
      return `Installing the supervisor of ${what} ${version}.`
    case 'installed':
      return `Installed ${what} ${version}; rebooting in 5 s.`
    case 'held':
      return `The reboot into ${what} ${version} waits: a program holds an update lock with flock.`
    case 'checking':
      return `Running ${what} ${version}; its health checks fail.`
    case 'rolling-back':
      return `The health checks of ${what} ${version} failed for 16 minutes; rebooting into ${was}.`
    case 'switching':
      return `Restarting the ${what} as ${version}.`
    case 'rebooting':
      return `Rebooting into ${what} ${version}.`
    case 'done':
      return `Running ${what} ${version}.`
    case 'failed':
      return `The update of the ${what} to ${version} failed; ${was} keeps running.`
  }
}

function whyFailed({ isFull, unreachable }: Extract<Phase, { kind: 'backing-off' }>): string {
  if (isFull) return ' because the storage is full'
  return unreachable === true ? ' because the registry does not respond' : ''
}

function describePhase(state: WorldState, phase: Phase): string {
  const target = eventReleaseLabel(state, phase.releaseId)
  switch (phase.kind) {
    case 'noticing':
      return `The target release changed from ${eventReleaseLabel(state, phase.from)} to ${target}.`
    case 'clearing':
      return phase.heldBy === null
        ? `Stopping services to make room for ${target}.`
        : `Services must stop to make room for ${target}, but ${phase.heldBy} holds the update lock.`
    case 'downloading':
      return phase.attempt === 0
        ? `Downloading ${target}.`
        : `Downloading ${target}, attempt ${phase.attempt + 1}.`
    case 'backing-off':
      if (phase.processing === true)
        return `The platform is still creating the deltas of ${target}; asking again in ${Math.round((phase.until - phase.startedAt) / 1000)} s.`
      return `The download of ${target} failed${whyFailed(phase)}; retrying in ${Math.round((phase.until - phase.startedAt) / 1000)} s.`
    case 'downloaded':
      return phase.heldBy === null
        ? `All images of ${target} are downloaded.`
        : `All images of ${target} are downloaded, but ${phase.heldBy} holds the update lock.`
    case 'applying':
      return `Replacing the services with those of ${target}.`
    case 'done':
      return `Running ${target}.`
    case 'rejected':
      return `The device rejected ${target}: it does not meet the requirements of the release contract.`
    case 'aborted':
      return `The update to ${target} was aborted.`
  }
}
