import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { Model } from '@/api/model.ts'
import type { AttentiveDevice } from '@/domain/device/attention.queries.ts'
import { groupIssues, type DeviceWithIssues, type IssueGroup } from '@/domain/device/issue-groups.ts'
import { countsByStatus, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import { attentionCountQuery, fleetStatusCountsQuery } from '@/domain/device/status-counts.queries.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import type { MatrixDevice } from '@/widgets/device/device-order.ts'
import { readAhead } from '@/widgets/navigation/route-cache.ts'
import { MAX_URGENT, MAX_WHOLE_FLEET, mostUrgentQuery, wholeFleetQuery } from './fleets.queries.ts'

/** The devices of a fleet that need attention. */
export interface FleetAttention {
  /** The number of devices. */
  count: number
  /** By issue; of the most urgent devices only if there are more than were read. */
  groups: readonly IssueGroup[]
  isPartial: boolean
  /** Each of them, if all were read. */
  devices: readonly AttentiveDevice[] | undefined
}

export interface FleetStatus {
  counts: UseQueryResult<StatusCounts>
  /** Each device, for fleets that are read as a whole. */
  devices: readonly FleetDevice[] | undefined
  attention: UseQueryResult<FleetAttention>
}

/** A device of a fleet that is read as a whole. */
export type FleetDevice = MatrixDevice &
  DeviceWithIssues & {
    os_version: string | null
    location: string | null
    is_running__release: readonly Pick<Model['release']['Read'], 'id' | 'commit' | 'raw_version'>[]
    device_tag: readonly { tag_key: string; value: string }[]
  }

type Read = readonly FleetDevice[]

const isWhole = (fleet: Pick<Fleet, 'owns__device'>) => fleet.owns__device <= MAX_WHOLE_FLEET

/** Starts the reads of `useFleetStatus`. */
export function readAheadFleetStatus(cache: QueryClient, fleet: Pick<Fleet, 'id' | 'owns__device'>): void {
  if (isWhole(fleet)) {
    readAhead(cache, wholeFleetQuery(fleet.id))
    return
  }
  readAhead(cache, fleetStatusCountsQuery(fleet.id))
  readAhead(cache, mostUrgentQuery(fleet.id))
  readAhead(cache, attentionCountQuery(fleet.id))
}

function attentionOf(devices: Read): FleetAttention {
  const groups = groupIssues(devices, api().now())
  const unwell = devicesIn(groups)
  return { count: unwell.length, groups, isPartial: false, devices: unwell }
}

function devicesIn(groups: readonly IssueGroup[]): AttentiveDevice[] {
  const byUuid = new Map(groups.flatMap((group) => group.devices.map((device) => [device.uuid, device])))
  return [...byUuid.values()]
}

function marked(devices: Read): FleetDevice[] {
  const uuids = new Set(devicesIn(groupIssues(devices, api().now())).map(({ uuid }) => uuid))
  return devices.map((device) => ({ ...device, needsAttention: uuids.has(device.uuid) }))
}

/**
 * The devices of a fleet by status and by issue: of a small fleet from one read of all its devices, of a large one from
 * counts and the devices that need attention.
 */
export function useFleetStatus(fleet: Fleet): FleetStatus {
  const whole = isWhole(fleet)
  const rows = useQuery({ ...wholeFleetQuery(fleet.id), enabled: whole, select: marked })
  const wholeCounts = useQuery({ ...wholeFleetQuery(fleet.id), enabled: whole, select: countsByStatus })
  const wholeAttention = useQuery({ ...wholeFleetQuery(fleet.id), enabled: whole, select: attentionOf })
  const counts = useQuery({ ...fleetStatusCountsQuery(fleet.id), enabled: !whole })
  const total = useQuery({ ...attentionCountQuery(fleet.id), enabled: !whole })
  const urgent = useQuery({
    ...mostUrgentQuery(fleet.id),
    enabled: !whole,
    select: (devices) => {
      const groups = groupIssues(devices, api().now())
      const isPartial = devices.length >= MAX_URGENT && (total.data ?? Infinity) > devices.length
      return {
        groups,
        count: total.data ?? devices.length,
        isPartial,
        devices: isPartial ? undefined : devicesIn(groups),
      }
    },
  })
  return whole
    ? { counts: wholeCounts, devices: rows.data, attention: wholeAttention }
    : { counts, devices: undefined, attention: urgent }
}
