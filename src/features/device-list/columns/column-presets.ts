import { compareText } from '@/lib/format.ts'
import { createStored } from '@/lib/stored.ts'
import { validColumns, type DeviceColumn, type FixedColumn } from './device-columns.tsx'
import { layoutOf, layoutText, type TableLayout } from './table-layout.ts'

export const presetNames = ['network', 'updates', 'hardware', 'metrics'] as const
export type PresetName = (typeof presetNames)[number]

const presets: Record<PresetName, readonly FixedColumn[]> = {
  network: [
    'overall_status',
    'device_name',
    'last_connectivity_event',
    'is_connected_to_vpn',
    'api_heartbeat_state',
    'ip_address',
    'public_address',
    'mac_address',
    'is_web_accessible',
  ],
  updates: [
    'overall_status',
    'device_name',
    'release',
    'target_release',
    'is_locked_until__date',
    'os_version',
    'os_variant',
    'supervisor_version',
    'update_status',
    'last_update_status_event',
  ],
  hardware: [
    'overall_status',
    'device_name',
    'uuid',
    'device_type',
    'cpu_id',
    'cpu_temp',
    'is_undervolted',
    'mac_address',
    'provisioning_state',
    'created_at',
  ],
  metrics: [
    'overall_status',
    'device_name',
    'last_connectivity_event',
    'cpu_usage',
    'memory_usage',
    'storage_usage',
    'cpu_temp',
    'is_undervolted',
  ],
}

/** The columns of a preset that this platform offers. */
export const presetColumns = (name: PresetName): DeviceColumn[] => validColumns(presets[name])

/** A preset saved by the user; `columns` as in an address. */
export interface OwnPreset {
  name: string
  columns: string
}

export const MAX_PRESET_NAME = 40
const MAX_PRESETS = 50

const isPreset = (stored: unknown): stored is OwnPreset =>
  typeof stored === 'object' &&
  stored !== null &&
  'name' in stored &&
  typeof stored.name === 'string' &&
  stored.name.length <= MAX_PRESET_NAME &&
  'columns' in stored &&
  typeof stored.columns === 'string' &&
  layoutOf(stored.columns) !== undefined

/** The presets saved in this browser. */
export const storedPresets = createStored<readonly OwnPreset[]>('device-column-presets', [], (stored) =>
  Array.isArray(stored) ? stored.filter(isPreset).slice(0, MAX_PRESETS) : undefined,
)

/** Adds a preset, replacing one with the same name. */
export function withPreset(
  existing: readonly OwnPreset[],
  name: string,
  layout: TableLayout,
): readonly OwnPreset[] {
  const others = existing.filter((each) => each.name !== name)
  return [...others, { name, columns: layoutText(layout) }].toSorted((a, b) => compareText(a.name, b.name))
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((column, at) => column === other[at])

/** The preset that a layout matches: a built-in name, a saved one, the default, or none. */
export function presetShown(
  { columns }: TableLayout,
  defaultLayout: TableLayout,
  own: readonly OwnPreset[],
): { kind: 'usual' | 'custom' } | { kind: 'preset'; name: PresetName } | { kind: 'own'; name: string } {
  const mine = own.find((each) => isSame(columns, layoutOf(each.columns)?.columns ?? []))
  if (mine) return { kind: 'own', name: mine.name }
  if (isSame(columns, defaultLayout.columns)) return { kind: 'usual' }
  const name = presetNames.find((each) => isSame(columns, presetColumns(each)))
  return name === undefined ? { kind: 'custom' } : { kind: 'preset', name }
}
