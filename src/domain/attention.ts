import { offers } from '../api/api.ts'
import type { Filter } from 'pinejs-client-core'
import type { Model } from '@/api/model.ts'
import { attentionText } from '../messages/devices.ts'
import { shownStatus } from './device-status.ts'

type DeviceRead = Model['device']['Read']

/** The fields that say whether and why a device needs somebody to look at it. */
export const attentionFields = [
  'overall_status',
  'is_frozen',
  'is_online',
  'api_heartbeat_state',
  'last_connectivity_event',
  'update_status',
  'last_update_status_event',
  'changed_api_heartbeat_state_on__date',
] as const satisfies readonly (keyof DeviceRead)[]

type Fields = Pick<DeviceRead, (typeof attentionFields)[number]>

/**
 * Devices that are not well: degraded, away, frozen, or with an update that was given up. Without cloudlink every device
 * counts as degraded, and that is nothing to look at.
 */
export const needsAttention = (): Filter<DeviceRead> => ({
  $or: [
    { overall_status: { $in: [...(offers('vpn') ? ['reduced-functionality'] : []), 'disconnected'] } },
    { is_frozen: true },
    { update_status: { $in: ['rejected', 'aborted'] } },
  ],
})

/** What is wrong with a device, in a few words. */
export function whyAttention(device: Fields): string {
  if (device.is_frozen) return attentionText.frozen
  if (device.update_status === 'rejected') return attentionText.rejected
  if (device.update_status === 'aborted') return attentionText.aborted
  if (shownStatus(device) === 'reduced-functionality') {
    if (!device.is_online) return attentionText.cloudlinkDown
    if (device.api_heartbeat_state === 'timeout') return attentionText.heartbeatTimeout
    return device.api_heartbeat_state === 'online' ? attentionText.reduced : attentionText.heartbeatMissing
  }
  return device.last_connectivity_event === null ? attentionText.neverSeen : attentionText.disconnected
}

/** Since when it has been so: an ISO moment, or null when nobody knows. */
export function attentionSince(device: Fields): string | null {
  if (device.is_frozen) return null
  if (device.update_status === 'rejected' || device.update_status === 'aborted') {
    return device.last_update_status_event
  }
  const heartbeatIsWrong = shownStatus(device) === 'reduced-functionality' && device.is_online
  return heartbeatIsWrong ? device.changed_api_heartbeat_state_on__date : device.last_connectivity_event
}
