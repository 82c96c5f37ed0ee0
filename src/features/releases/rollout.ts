import type { DeviceFilter } from '../../domain/device/device-filters.ts'
import type { Tone } from '../../domain/device/device-status.ts'

/** Where a device stands with a release; each that should run it or still runs it is in exactly one of these. */
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

/** The groups of devices that should run the release; the others leave it. */
export const targetGroups = rolloutGroups.filter((group) => group !== 'leaving')

interface RolloutRelease {
  id: number
  created_at: string
  end_timestamp: string | null
}

/** The devices that should run the release, as a condition of the data API. */
export function targetFilter(fleetId: number, { id }: RolloutRelease): DeviceFilter {
  return { belongs_to__application: fleetId, should_be_running__release: id }
}

/** The devices of a group, as a condition of the data API. */
export function rolloutFilter(
  fleetId: number,
  { id, created_at, end_timestamp }: RolloutRelease,
  group: RolloutGroup,
): DeviceFilter {
  const since = end_timestamp ?? created_at
  const ofFleet: DeviceFilter = { belongs_to__application: fleetId }
  const wanted: DeviceFilter = { should_be_running__release: id }
  const runsAnother: DeviceFilter = {
    $or: [{ is_running__release: null }, { is_running__release: { $ne: id } }],
  }
  // An online device has been seen by definition; for another one its last event was its going away.
  const seen: DeviceFilter = { $or: [{ is_online: true }, { last_connectivity_event: { $ge: since } }] }
  const unseen: DeviceFilter = {
    is_online: false,
    $or: [{ last_connectivity_event: null }, { last_connectivity_event: { $lt: since } }],
  }
  const refused: DeviceFilter = { update_status: { $in: ['rejected', 'aborted'] } }
  const notRefused: DeviceFilter = {
    $or: [{ update_status: null }, { $not: { update_status: { $in: ['rejected', 'aborted'] } } }],
  }
  switch (group) {
    case 'landed':
      return { $and: [ofFleet, wanted, { is_running__release: id }] }
    case 'moving':
      return { $and: [ofFleet, wanted, runsAnother, seen, notRefused, { overall_status: 'updating' }] }
    case 'waiting':
      return {
        $and: [ofFleet, wanted, runsAnother, seen, notRefused, { overall_status: { $ne: 'updating' } }],
      }
    case 'failed':
      return { $and: [ofFleet, wanted, runsAnother, seen, refused] }
    case 'unseen':
      return { $and: [ofFleet, wanted, runsAnother, unseen] }
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
