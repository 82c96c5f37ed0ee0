import { useCallback } from 'react'
import { offers } from '@/api/api.ts'
import type { ShownDeviceStatus } from '@/domain/device/device-status.ts'
import { queryText, type Condition, type DeviceQuery } from '@/domain/device/query/device-query.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { paths } from '@/lib/paths.ts'
import { encodedPart } from '@/lib/query-string.ts'
import { matrixText as text } from '@/messages/device-list/devices.ts'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { MatrixRows } from '@/widgets/device/MatrixRows.tsx'
import type { FleetDevice } from './use-fleet-status.ts'

/** More tags are not offered; the list of devices filters by all of them. */
const MAX_TAGS = 12

/** What the rows of a matrix are: one field by status, or a row for each release, OS version, location or value of a tag. */
export type RowsBy = 'status' | Field | `tag.${string}`
type Field = 'release' | 'os' | 'location'

/** The choices for the devices of a fleet. */
function rowChoices(devices: readonly FleetDevice[]): { value: RowsBy; label: string }[] {
  const keys = new Set(devices.flatMap(({ device_tag }) => device_tag.map(({ tag_key }) => tag_key)))
  return [
    { value: 'status', label: text.rowsOf.status },
    { value: 'release', label: text.rowsOf.release },
    { value: 'os', label: text.rowsOf.os },
    ...(offers('location') ? [{ value: 'location' as const, label: text.rowsOf.location }] : []),
    ...[...keys]
      .toSorted()
      .slice(0, MAX_TAGS)
      .map((key) => ({ value: `tag.${key}` as const, label: text.rowsOfTag(key) })),
  ]
}

const condition = { kind: 'condition', operator: '=', values: [] } as const

export interface FleetMatrixRowsProps {
  fleetId: number
  fleetName: string
  devices: readonly FleetDevice[]
  by: Exclude<RowsBy, 'status'>
}

const valueOf: Record<Field, (device: FleetDevice) => string | null> = {
  release: ({ is_running__release: [release] }) => (release ? releaseLabel(release) : null),
  os: ({ os_version }) => os_version || null,
  location: ({ location }) => location || null,
}

/** The devices of a fleet in rows. A cell opens its device. */
export function FleetMatrixRows({ fleetId, fleetName, devices, by }: FleetMatrixRowsProps) {
  const key = by.startsWith('tag.') ? by.slice('tag.'.length) : undefined
  const field = by === 'os' || by === 'location' ? by : 'release'
  const rowOf = useCallback(
    (device: FleetDevice) =>
      key === undefined
        ? valueOf[field](device)
        : (device.device_tag.find(({ tag_key }) => tag_key === key)?.value ?? null),
    [field, key],
  )
  const hrefOf = useCallback(
    (row: string | null | undefined, status: ShownDeviceStatus, needsAttention = false) => {
      const list = `${paths.fleetDevices(fleetId)}?status=${needsAttention ? 'attention' : status}`
      const conditions: Condition[] = []
      if (needsAttention) conditions.push({ ...condition, of: { field: 'status' }, values: [status] })
      const of: Condition['of'] = key === undefined ? { field } : { field: 'tag', key }
      if (row === null) conditions.push({ ...condition, of, operator: 'is empty' })
      else if (row !== undefined) conditions.push({ ...condition, of, values: [row] })
      const [first] = conditions
      if (first === undefined) return list
      const query: DeviceQuery = conditions.length === 1 ? first : { kind: 'and', terms: conditions }
      return `${list}&q=${encodedPart(queryText(query))}`
    },
    [fleetId, field, key],
  )
  const name = key === undefined ? text.rowsOf[field] : text.rowsOfTag(key)
  return (
    <MatrixRows
      label={text.by(fleetName, name)}
      devices={devices}
      rowOf={rowOf}
      hrefOf={hrefOf}
      none={text.noRow[key === undefined ? field : 'tag']}
    />
  )
}

export interface RowsSelectProps {
  devices: readonly FleetDevice[]
  by: RowsBy
  onChange: (by: RowsBy) => void
}

/** Chooses what the rows of the matrix are. */
export function RowsSelect({ devices, by, onChange }: RowsSelectProps) {
  const options = rowChoices(devices)
  return <SelectField label={text.rows} hideLabel value={by} options={options} onChange={onChange} />
}
