import { withoutOwnTags } from '@/domain/tags/tags.ts'
import type { WorldFleet } from '@/simulation/world-file/world-schema.ts'
import type { CapturedDevice } from './device-groups.ts'
import type { DeviceRow } from './read-account.ts'
import { writtenOs, writtenVersion } from './written-values.ts'

type DeviceType = NonNullable<WorldFleet['type']>

/** A device type of the simulation for each architecture, for the types that it does not have. */
const BY_ARCHITECTURE: Readonly<Record<string, DeviceType>> = {
  rpi: 'raspberry-pi',
  armv7hf: 'raspberrypi3',
  aarch64: 'raspberrypi4-64',
  amd64: 'generic-amd64',
  i386: 'generic-amd64',
  'i386-nlp': 'generic-amd64',
}

type TypeRow = DeviceRow['is_of__device_type'][number]

/** The device type of the simulation that is the same, or else of the same architecture. */
export function simulatedType(row: TypeRow | undefined, known: readonly DeviceType[]): DeviceType {
  const same = known.find((slug) => slug === row?.slug)
  return same ?? BY_ARCHITECTURE[row?.is_of__cpu_architecture[0]?.slug ?? ''] ?? 'generic-amd64'
}

const instantOf = (text: string | null): number | null => {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : at
}

/** The connection of a device, and since when it has it. */
function connectionOf(
  row: Pick<
    DeviceRow,
    | 'is_connected_to_vpn'
    | 'api_heartbeat_state'
    | 'last_connectivity_event'
    | 'last_vpn_event'
    | 'changed_api_heartbeat_state_on__date'
  >,
): { connection: CapturedDevice['connection']; since: number | null } {
  const heartbeatSince = instantOf(row.changed_api_heartbeat_state_on__date)
  const vpnSince = instantOf(row.last_vpn_event) ?? instantOf(row.last_connectivity_event)
  const reachesApi = row.api_heartbeat_state === 'online'
  const isUnknown = row.api_heartbeat_state === null || row.api_heartbeat_state === 'unknown'
  if (row.is_connected_to_vpn)
    return { connection: reachesApi || isUnknown ? 'connected' : 'vpn-only', since: vpnSince }
  if (reachesApi) return { connection: 'api-only', since: vpnSince ?? heartbeatSince }
  if (isUnknown && vpnSince === null) return { connection: 'never', since: null }
  return { connection: 'away', since: vpnSince ?? heartbeatSince }
}

const percent = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole <= 0 ? null : Math.min(100, (part * 100) / whole)

const INSTALLING = new Set(['Updating', 'Installing', 'Stopping', 'Starting', 'Downloaded'])

export interface DeviceContext {
  /** The time of the capture. */
  now: number
  types: readonly DeviceType[]
  versionOf(release: number): string | null
  /** The code of the place near a position. */
  placeAt(latitude: number, longitude: number): string
  nameOf(row: DeviceRow): string | null
  tagOf(key: string, value: string): { key: string; value: string }
}

/** What a capture keeps of a device. */
export function capturedDevice(row: DeviceRow, context: DeviceContext): CapturedDevice {
  const { now, versionOf } = context
  const { connection, since } = connectionOf(row)
  const version = (release: { id: number } | undefined) =>
    release === undefined ? null : versionOf(release.id)
  const running = version(row.is_running__release[0])
  const [latitude, longitude] = [Number(row.latitude), Number(row.longitude)]
  const isPlaced = Boolean(row.latitude) && Boolean(row.longitude) && Number.isFinite(latitude + longitude)
  return {
    name: context.nameOf(row),
    type: simulatedType(row.is_of__device_type[0], context.types),
    connection,
    heldMs: Math.max(0, now - (since ?? now)),
    running,
    pinned: version(row.is_pinned_on__release[0]),
    os: writtenOs(row.os_version, row.os_variant),
    supervisor: writtenVersion(row.supervisor_version),
    cpu: row.cpu_usage,
    memory: percent(row.memory_usage, row.memory_total),
    storage: percent(row.storage_usage, row.storage_total),
    temperature: row.cpu_temp,
    place: isPlaced ? context.placeAt(latitude, longitude) : null,
    isLocked: (instantOf(row.is_locked_until__date) ?? 0) > now,
    updating: row.status === 'Downloading' ? 'downloading' : INSTALLING.has(row.status ?? '') && 'installing',
    // Before its first connection, every device is inactive.
    isInactive: connection !== 'never' && !row.is_active,
    isUndervolted: row.is_undervolted === true,
    tags: withoutOwnTags(row.device_tag).map(({ tag_key, value }) => context.tagOf(tag_key, value ?? '')),
  }
}
