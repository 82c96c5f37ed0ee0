import { offers } from '@/api/api.ts'
import type { Model } from '@/api/model.ts'
import { shownStatus } from './device-status.ts'
import { lockedUntil, updateWaits } from './update-lock.ts'

/** What can be wrong with a device, the gravest first. */
export const troubleKinds = [
  'never-online',
  'offline',
  'cloudlink-down',
  'heartbeat-missing',
  'crash-loop',
  'service-down',
  'update-rejected',
  'update-aborted',
  'update-locked',
  'storage-full',
  'memory-full',
  'hot',
  'undervolted',
] as const

export type TroubleKind = (typeof troubleKinds)[number]

/** One thing that is wrong with a device. */
export interface Trouble {
  kind: TroubleKind
  /** The service it is about. */
  service?: string
  /** How full or how warm, in percent or °C. */
  figure?: number
}

/** The fields of a device that tell what is wrong with it. */
export type TroubledDevice = Pick<
  Model['device']['Read'],
  | 'overall_status'
  | 'is_frozen'
  | 'is_online'
  | 'is_connected_to_vpn'
  | 'is_undervolted'
  | 'is_locked_until__date'
  | 'api_heartbeat_state'
  | 'last_connectivity_event'
  | 'update_status'
  | 'last_update_status_event'
  | 'memory_usage'
  | 'memory_total'
  | 'storage_usage'
  | 'storage_total'
  | 'cpu_temp'
>

/** A service as the device has it. */
export interface TroubledService {
  name: string
  status: string
  /** How often it was seen to go down lately. */
  falls: number
}

/** So often a service goes down before it counts as one that cannot stay up. */
const CRASHES = 2
const FULL_PERCENT = 90
const HOT_CELSIUS = 80

/**
 * What is wrong with a device, the gravest first; nothing when it is well. While it is out of reach its services and
 * figures are those of long ago, so only what still holds is told (spec 2 §4).
 */
export function deviceTroubles(
  device: TroubledDevice,
  services: readonly TroubledService[],
  now: number,
): Trouble[] {
  const status = shownStatus(device)
  if (status === 'frozen' || status === 'inactive') return []
  const troubles = [...contactTroubles(device, status), ...updateTroubles(device, now)]
  if (device.is_online || device.is_connected_to_vpn)
    troubles.push(...services.flatMap(serviceTroubles), ...bodyTroubles(device))
  return troubles.toSorted((one, other) => troubleKinds.indexOf(one.kind) - troubleKinds.indexOf(other.kind))
}

function contactTroubles(device: TroubledDevice, status: string): Trouble[] {
  if (status === 'disconnected')
    return [{ kind: device.last_connectivity_event === null ? 'never-online' : 'offline' }]
  if (status !== 'reduced-functionality') return []
  if (!device.is_connected_to_vpn) return offers('vpn') ? [{ kind: 'cloudlink-down' }] : []
  return device.api_heartbeat_state === 'online' ? [] : [{ kind: 'heartbeat-missing' }]
}

function updateTroubles(device: TroubledDevice, now: number): Trouble[] {
  if (device.update_status === 'rejected') return [{ kind: 'update-rejected' }]
  if (device.update_status === 'aborted') return [{ kind: 'update-aborted' }]
  const isHeld =
    updateWaits(device, now) ||
    (device.update_status === 'downloaded' && lockedUntil(device.is_locked_until__date, now) !== null)
  return isHeld ? [{ kind: 'update-locked' }] : []
}

function serviceTroubles({ name, status, falls }: TroubledService): Trouble[] {
  if (falls >= CRASHES) return [{ kind: 'crash-loop', service: name }]
  const isDown = ['exited', 'dead', 'stopped'].includes(status.toLowerCase())
  return isDown ? [{ kind: 'service-down', service: name }] : []
}

/** What is wrong with the machine itself. */
function bodyTroubles(device: TroubledDevice): Trouble[] {
  const percent = (used: number | null, whole: number | null) =>
    used === null || whole === null || whole <= 0 ? 0 : (100 * used) / whole
  const storage = percent(device.storage_usage, device.storage_total)
  const memory = percent(device.memory_usage, device.memory_total)
  const troubles: Trouble[] = []
  if (storage >= FULL_PERCENT) troubles.push({ kind: 'storage-full', figure: storage })
  if (memory >= FULL_PERCENT) troubles.push({ kind: 'memory-full', figure: memory })
  if ((device.cpu_temp ?? 0) >= HOT_CELSIUS) troubles.push({ kind: 'hot', figure: device.cpu_temp ?? 0 })
  if (device.is_undervolted) troubles.push({ kind: 'undervolted' })
  return troubles
}
