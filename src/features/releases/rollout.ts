import type { DeviceFilter } from '@/domain/device/device-filters.ts'
import type { Tone } from '@/domain/device/device-status.ts'

/** State of a device in a rollout. Devices whose target or current release it is are in exactly one group. */
export const rolloutGroups = ['landed', 'moving', 'waiting', 'failed', 'unseen', 'leaving'] as const
export type RolloutGroup = (typeof rolloutGroups)[number]

export const rolloutTone: Record<RolloutGroup, Tone> = {
  landed: 'ok',
  moving: 'info',
  waiting: 'idle',
  failed: 'bad',
  unseen: 'warn',
  leaving: 'idle',
}

/** The groups of devices whose target is the release; `leaving` devices have another target. */
export const targetGroups = rolloutGroups.filter((group) => group !== 'leaving')

/** The fields of a release that determine its rollout groups. */
export interface RolloutRelease {
  id: number
  created_at: string
  end_timestamp: string | null
}

/** `$filter` for the devices whose target is the release. */
export function targetFilter(fleetId: number, { id }: RolloutRelease): DeviceFilter {
  return { belongs_to__application: fleetId, should_be_running__release: id }
}

/** `$filter` for the devices of a group. */
export function rolloutFilter(
  fleetId: number,
  { id, created_at, end_timestamp }: RolloutRelease,
  group: RolloutGroup,
): DeviceFilter {
  const since = end_timestamp ?? created_at
  const ofFleet: DeviceFilter = { belongs_to__application: fleetId }
  const isTarget: DeviceFilter = { should_be_running__release: id }
  const runsAnother: DeviceFilter = {
    $or: [{ is_running__release: null }, { is_running__release: { $ne: id } }],
  }
  // The last event of an offline device is when it disconnected.
  const seen: DeviceFilter = { $or: [{ is_online: true }, { last_connectivity_event: { $ge: since } }] }
  const unseen: DeviceFilter = {
    is_online: false,
    $or: [{ last_connectivity_event: null }, { last_connectivity_event: { $lt: since } }],
  }
  const refused: DeviceFilter = { update_status: { $in: ['rejected', 'aborted'] } }
  const notRefused: DeviceFilter = {
    $or: [{ update_status: null }, { $not: refused }],
  }
  switch (group) {
    case 'landed':
      return { $and: [ofFleet, isTarget, { is_running__release: id }] }
    case 'moving':
      return { $and: [ofFleet, isTarget, runsAnother, seen, notRefused, { overall_status: 'updating' }] }
    case 'waiting':
      return {
        $and: [ofFleet, isTarget, runsAnother, seen, notRefused, { overall_status: { $ne: 'updating' } }],
      }
    case 'failed':
      return { $and: [ofFleet, isTarget, runsAnother, seen, refused] }
    case 'unseen':
      return { $and: [ofFleet, isTarget, runsAnother, unseen] }
    case 'leaving':
      return {
        $and: [
          ofFleet,
          { is_running__release: id },
          { $or: [{ should_be_running__release: null }, { should_be_running__release: { $ne: id } }] },
        ],
      }
  }
}
