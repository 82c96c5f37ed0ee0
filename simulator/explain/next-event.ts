import type { Instant } from '../base/clock.ts'
import { nextConfigWakeAt } from '../device/configuration.ts'
import { isInTouch, nextLinkWakeAt } from '../device/link.ts'
import { nextSystemWakeAt, type SystemUpdate } from '../device/os-update.ts'
import { nextPowerWakeAt } from '../device/power.ts'
import { nextRecreationWakeAt } from '../device/recreation.ts'
import { nextUpdateWakeAt, type Update } from '../device/update.ts'
import { nextStopAt } from '../engine/derived-state.ts'
import { linkParameters, readLink, type WorldState } from '../state/world-state.ts'
import { eventReleaseLabel } from './event-descriptions.ts'

/** Describes the next scheduled event of a device in a sentence. */
export function nextEventText(state: WorldState, index: number, at: Instant): string {
  return ofStart(state, index, at) ?? ofLink(state, index, at) ?? ofWork(state, index, at) ?? SOMETHING
}

const SOMETHING = 'The device changes.'

function ofStart(state: WorldState, index: number, at: Instant): string | undefined {
  if (state.joining.get(index)?.flashedAt === at)
    return 'The installer finishes writing the internal storage.'
  const power = state.powers.get(index)
  if (!power) return undefined
  if (nextPowerWakeAt(power) === at) return power.backAt === null ? 'It shuts down.' : 'It starts to reboot.'
  return power.backAt === at ? 'It finishes its reboot.' : undefined
}

function ofLink(state: WorldState, index: number, at: Instant): string | undefined {
  const link = readLink(state, index)
  if (link.turnAt === at) {
    if (link.contact === 'never-connected') return 'It connects for the first time.'
    return link.contact === 'cloudlink' ? 'It loses its connection.' : 'It reconnects.'
  }
  if (isInTouch(link) || nextLinkWakeAt(link, linkParameters(state, index)) !== at) return undefined
  return link.heartbeat === 'online' ? 'Its heartbeat times out.' : 'Its heartbeat changes to offline.'
}

function ofWork(state: WorldState, index: number, at: Instant): string | undefined {
  const update = state.updates.get(index)
  if (update && nextUpdateWakeAt(update) === at) return ofUpdate(state, update)
  const configuring = state.configuring.get(index)
  if (configuring && nextConfigWakeAt(configuring) === at) {
    return configuring.kind === 'noticing'
      ? 'It fetches its new configuration.'
      : 'It applies its new configuration.'
  }
  const recreation = state.recreations.get(index)
  if (recreation && nextRecreationWakeAt(recreation) === at) {
    return recreation.kind === 'applying'
      ? 'It finishes recreating containers with changed variables.'
      : 'It fetches changed variables.'
  }
  for (const part of ['os', 'supervisor'] as const) {
    const system = state.systemUpdates.get(index)?.[part]
    if (system && nextSystemWakeAt(system) === at) return ofSystem(system)
  }
  return nextStopAt(state, index) === at ? 'A service stops.' : undefined
}

function ofUpdate(state: WorldState, update: Update): string {
  if (update.kind === 'out-of-touch') return SOMETHING
  const target = eventReleaseLabel(state, update.releaseId)
  switch (update.kind) {
    case 'noticing':
      return `It learns its new target release ${target}.`
    case 'clearing':
      return `It finishes stopping services to make room for ${target}.`
    case 'downloading':
      return update.ends === 'complete'
        ? `It finishes the download of ${target}.`
        : `Its download of ${target} fails.`
    case 'backing-off':
      return `It retries the download of ${target}.`
    case 'downloaded':
      return `It starts replacing its services with those of ${target}.`
    case 'applying':
      return `It completes the update to ${target}.`
    default:
      return SOMETHING
  }
}

function ofSystem(update: SystemUpdate): string {
  if (update.kind === 'out-of-touch') return SOMETHING
  const { part, version } = update.plan
  const what = part === 'os' ? 'operating system' : 'supervisor'
  switch (update.kind) {
    case 'preparing':
      return `It starts the download of ${what} ${version}.`
    case 'downloading':
      return `It finishes the download of ${what} ${version}.`
    case 'patching':
    case 'starting-supervisor':
      return `It gets the supervisor of ${what} ${version}.`
    case 'installed':
    case 'held':
      return `It reboots into ${what} ${version}.`
    case 'checking':
      return `It gives up ${what} ${version} and returns to the one before.`
    case 'installing':
      return `It finishes the installation of ${what} ${version}.`
    default:
      return `It completes the update to ${what} ${version}.`
  }
}
