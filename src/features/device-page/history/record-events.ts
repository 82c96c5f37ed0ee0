import { releaseLabel } from '@/domain/release/release-label.ts'
import { deviceEventText } from '@/messages/device-page/device-history.ts'
import type { DeviceEvent } from './device-event.ts'

interface RecordFields {
  is_online: boolean
  is_connected_to_vpn: boolean
  last_vpn_event: string | null
  last_connectivity_event: string | null
  update_status: string | null
  last_update_status_event: string | null
}

/** Events derived from the device record: the last change of each kind. */
export function recordEvents(device: RecordFields): DeviceEvent[] {
  const list: DeviceEvent[] = []
  if (device.last_connectivity_event !== null) {
    list.push({
      key: 'record-connection',
      at: Date.parse(device.last_connectivity_event),
      kind: 'connection',
      source: 'record',
      text: connectionText(device),
    })
  }
  if (device.last_update_status_event !== null && device.update_status !== null) {
    list.push({
      key: 'record-update',
      at: Date.parse(device.last_update_status_event),
      kind: 'update',
      source: 'record',
      text: deviceEventText.updateStatus(device.update_status),
    })
  }
  return list
}

/** A device that never had a VPN connection cannot lose it: its event is about its reports. */
function connectionText({ is_online, is_connected_to_vpn, last_vpn_event }: RecordFields): string {
  if (is_connected_to_vpn) return deviceEventText.connected
  if (last_vpn_event !== null) return deviceEventText.disconnected
  return is_online ? deviceEventText.reports : deviceEventText.silent
}

type NamedRelease = { id: number; raw_version: string; commit: string }

/** A row of `device_history`: the state of the device during a period. */
export interface HistoryRow {
  id: number
  created_at: string
  is_active: boolean
  os_version: string | null
  supervisor_version: string | null
  is_managed_by__service_instance: unknown
  is_running__release: readonly NamedRelease[]
  is_pinned_on__release: readonly NamedRelease[]
  belongs_to__application: readonly { id: number }[]
}

/** Changes between consecutive periods, oldest first. The first row is an event only if `isComplete`. */
export function historyEvents(rows: readonly HistoryRow[], isComplete: boolean): DeviceEvent[] {
  return rows.flatMap((row, index) => {
    const before = rows[index - 1]
    const texts: readonly (readonly [DeviceEvent['kind'], string])[] =
      before === undefined
        ? isComplete
          ? [['device', deviceEventText.created] as const]
          : []
        : changedBetween(before, row)
    return texts.map(([kind, text], nth): DeviceEvent => ({
      key: `history-${row.id}-${nth}`,
      at: Date.parse(row.created_at),
      kind,
      source: 'history',
      text,
    }))
  })
}

function changedBetween(before: HistoryRow, row: HistoryRow): [DeviceEvent['kind'], string][] {
  const changed: [DeviceEvent['kind'], string][] = []
  const isUp = row.is_managed_by__service_instance !== null
  if (isUp !== (before.is_managed_by__service_instance !== null)) {
    changed.push(['connection', isUp ? deviceEventText.connected : deviceEventText.disconnected])
  }
  const [pin, pinBefore] = [row.is_pinned_on__release[0], before.is_pinned_on__release[0]]
  if (pin?.id !== pinBefore?.id) {
    changed.push(['update', pin ? deviceEventText.pinned(releaseLabel(pin)) : deviceEventText.unpinned])
  }
  const running = row.is_running__release[0]
  if (running?.id !== before.is_running__release[0]?.id) {
    changed.push([
      'update',
      running ? deviceEventText.runs(releaseLabel(running)) : deviceEventText.runsNothing,
    ])
  }
  if (row.os_version !== before.os_version && row.os_version !== null) {
    changed.push(['update', deviceEventText.os(row.os_version)])
  }
  if (row.supervisor_version !== before.supervisor_version && row.supervisor_version !== null) {
    changed.push(['update', deviceEventText.supervisor(row.supervisor_version)])
  }
  if (row.belongs_to__application[0]?.id !== before.belongs_to__application[0]?.id) {
    changed.push(['device', deviceEventText.moved])
  }
  if (row.is_active !== before.is_active) {
    changed.push(['device', row.is_active ? deviceEventText.activated : deviceEventText.deactivated])
  }
  return changed
}
