import { UPDATE_STATUSES, type LogLine } from '../device/device-state.ts'
import {
  advanceExternalDevice,
  changesDevice,
  afterPoll,
  afterCloudlinkReport,
  afterHeartbeatWrite,
  afterOnlineReport,
  NEVER_REPORTED,
  withLines,
  type ExternalDevice,
  type ExternalLogLine,
  type ExternalReport,
} from '../device/external-device.ts'
import { hasCloudlink, type Link } from '../device/link.ts'
import { recomputeDevice } from '../engine/derived-state.ts'
import { activate, moveExternalLink, record } from '../engine/runner.ts'
import { instantAt, setInstant } from '../state/columns.ts'
import {
  markDirty,
  deviceMaps,
  readLink,
  requireDevice,
  requireRelease,
  supervisorPosition,
  systemPosition,
  writeLink,
  type WorldState,
} from '../state/world-state.ts'
import { readDevice } from '../views/device-fields.ts'
import { logsOf } from '../views/log-store.ts'

/** Replaces the simulation of a device by an external device, which only changes through its reports. */
export function attachExternalDevice(state: WorldState, index: number): void {
  requireDevice(state, index)
  if (state.outsiders.has(index)) return
  const { columns } = state
  const hasPolled = instantAt(columns.polledAt, index) !== null
  const device = hasPolled ? externalStateOf(state, index) : NEVER_REPORTED
  for (const [, sparse] of deviceMaps(state, 'machine')) sparse.delete(index)
  if (!hasPolled) {
    columns.os[index] = systemPosition(state, { version: '', variant: 'prod' })
    columns.supervisor[index] = supervisorPosition(state, '')
  }
  const link = readLink(state, index)
  writeLink(state, index, { ...link, turnAt: null, polledAt: hasPolled ? state.now : null })
  state.outsiders.set(index, device)
  invalidate(state, index)
}

function externalStateOf(state: WorldState, index: number): ExternalDevice {
  const device = readDevice(state, index)
  const lines = logsOf(state, index, {})
  return {
    ...NEVER_REPORTED,
    cloudlink: device.cloudlink,
    cloudlinkAt: device.lastConnectivityEvent,
    online: device.cloudlink,
    publicAddress: device.publicAddress,
    hasPlace: true,
    hasVariant: true,
    status: device.status,
    downloadProgress: device.downloadProgress,
    ipAddress: device.ipAddress,
    macAddress: device.macAddress,
    metrics: device.metrics ?? {},
    metricsAt: device.metricsAt,
    services: device.reportedServices,
    lines,
    written: lines.length,
  }
}

function requireExternal(state: WorldState, index: number): ExternalDevice {
  requireDevice(state, index)
  const device = state.outsiders.get(index)
  if (!device) throw new Error(`The device at index ${index} is simulated here`)
  return device
}

/** Invalidates cached columns and recomputes the status and the next wake-up. */
function invalidate(state: WorldState, index: number): void {
  markDirty(state, index, state.now, 'reports')
  markDirty(state, index, state.now, 'system')
  recomputeDevice(state, index, state.now)
}

function setLinkOf(state: WorldState, index: number, link: Link): void {
  moveExternalLink(state, index, link, state.now)
}

/**
 * The device has polled its target, and will poll again after `pollIntervalMs`. `isReached`: the platform can send it requests by
 * its address, so that it counts as connected.
 */
export function applyPoll(state: WorldState, index: number, pollIntervalMs: number, isReached = false): void {
  const device = requireExternal(state, index)
  state.outsiders.set(index, { ...device, pollIntervalMs, isReached })
  setLinkOf(state, index, afterPoll(readLink(state, index), state.now))
  if (isReached && !hasCloudlink(readLink(state, index))) applyReport(state, index, { cloudlink: true }, true)
  recomputeDevice(state, index, state.now)
}

/** Applies a report. `written` by a client: does not count as a contact of the device. */
export function applyReport(state: WorldState, index: number, report: ExternalReport, written = false): void {
  const at = state.now
  const device = requireExternal(state, index)
  const { columns } = state
  const { runningReleaseId, osVersion, osVariant, supervisorVersion } = report
  const changesMore = report.changesMore === true || changesColumns(state, index, report)
  // Clients write in any case. A report is written as a whole, with the times of its events, if anything in it is new.
  const isWritten = written || changesDevice(device, report, at, changesMore)
  state.outsiders.set(index, advanceExternalDevice(device, report, at, { written, changesMore }))
  reportConnection(state, index, isWritten ? report : { ...report, online: undefined })
  if (!written) activate(state, index)
  if (osVersion !== undefined || osVariant !== undefined) {
    const known = state.systems[columns.os[index] ?? 0]
    columns.os[index] = systemPosition(state, {
      version: osVersion ?? known?.version ?? '',
      variant: osVariant ?? known?.variant ?? 'prod',
    })
  }
  if (supervisorVersion !== undefined) {
    columns.supervisor[index] = supervisorPosition(state, supervisorVersion)
  }
  reportUpdate(state, index, isWritten ? report : { ...report, updateStatus: undefined })
  if (runningReleaseId !== undefined && columns.running[index] !== (runningReleaseId ?? 0)) {
    if (runningReleaseId !== null) requireRelease(state, runningReleaseId)
    const from = columns.running[index] || null
    columns.running[index] = runningReleaseId ?? 0
    columns.runningSince[index] = at
    record(state, index, { kind: 'done', startedAt: at, beganAt: at, releaseId: runningReleaseId, from })
    markDirty(state, index, at, 'running')
  }
  invalidate(state, index)
}

/** Whether a report changes the versions, the running release or the update status of a device. */
function changesColumns(
  { systems, supervisors, columns }: WorldState,
  index: number,
  { osVersion, osVariant, supervisorVersion, runningReleaseId, updateStatus }: ExternalReport,
): boolean {
  const system = systems[columns.os[index] ?? 0]
  return (
    (osVersion !== undefined && osVersion !== system?.version) ||
    (osVariant !== undefined && osVariant !== null && osVariant !== system?.variant) ||
    (supervisorVersion !== undefined && supervisorVersion !== supervisors[columns.supervisor[index] ?? 0]) ||
    (runningReleaseId !== undefined && (runningReleaseId ?? 0) !== columns.running[index]) ||
    (updateStatus !== undefined &&
      (updateStatus === null ? 0 : UPDATE_STATUSES.indexOf(updateStatus) + 1) !== columns.updateStatus[index])
  )
}

/** With `undefined` for what is not reported. */
type Possibly<T> = { [Key in keyof T]: T[Key] | undefined }

function reportConnection(
  state: WorldState,
  index: number,
  { online, cloudlink, connectivityAt, heartbeat }: Possibly<ExternalReport>,
): void {
  const at = state.now
  if (online !== undefined) setLinkOf(state, index, afterOnlineReport(readLink(state, index), at))
  if (cloudlink !== undefined)
    setLinkOf(state, index, afterCloudlinkReport(readLink(state, index), cloudlink, at))
  if (heartbeat !== undefined) {
    setLinkOf(state, index, afterHeartbeatWrite(readLink(state, index), heartbeat, at))
  }
  if (connectivityAt !== undefined) {
    setLinkOf(state, index, { ...readLink(state, index), changedAt: connectivityAt })
  }
}

function reportUpdate(
  state: WorldState,
  index: number,
  { updateStatus, updateStatusAt }: Possibly<ExternalReport>,
): void {
  const { columns, now } = state
  if (updateStatus !== undefined) {
    columns.updateStatus[index] = updateStatus === null ? 0 : UPDATE_STATUSES.indexOf(updateStatus) + 1
    columns.updateStatusAt[index] = now
    markDirty(state, index, now, 'update')
  }
  if (updateStatusAt !== undefined) setInstant(columns.updateStatusAt, index, updateStatusAt)
}

export function applyLogLines(state: WorldState, index: number, lines: readonly ExternalLogLine[]): void {
  state.outsiders.set(index, withLines(requireExternal(state, index), lines, state.now))
}

/** The stored lines after the first `written` ones, and the new total number of lines. */
export function linesSince(
  state: WorldState,
  index: number,
  written: number,
): { lines: readonly LogLine[]; written: number } {
  const device = state.outsiders.get(index)
  if (!device) return { lines: [], written: 0 }
  const news = Math.max(0, device.written - written)
  return { lines: news === 0 ? [] : device.lines.slice(-news), written: device.written }
}
