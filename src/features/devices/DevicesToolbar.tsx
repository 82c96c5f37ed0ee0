import { IconColumns3 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { statusLabel } from '@/domain/status-breakdown.ts'
import { attentionCountQuery } from '@/domain/status-counts.queries.ts'
import { formatNumber } from '@/lib/format.ts'
import { attentionText, devicesText } from '@/messages/devices.ts'
import { Button } from '@/ui/Button.tsx'
import { Chip } from '@/ui/Chip.tsx'
import { Menu } from '@/ui/Menu.tsx'
import { SearchField } from '@/ui/SearchField.tsx'
import {
  canHide,
  columnLabel,
  deviceColumns,
  storedColumns,
  usualColumns,
  withColumn,
} from './device-columns.ts'
import { densities, storedDensity } from './density.ts'
import { isFiltered, type DeviceListState } from './device-list-state.ts'
import styles from './DevicesToolbar.module.css'
import type { ChangeDeviceList } from './FleetDevicesPage.tsx'

export interface DevicesToolbarProps {
  fleetId: number
  state: DeviceListState
  onChange: ChangeDeviceList
}

/** What the list is narrowed to, and how the table looks. */
export function DevicesToolbar({ fleetId, state, onChange }: DevicesToolbarProps) {
  const { status, text } = state
  return (
    <div className={styles.toolbar}>
      <div className={styles.filters} role="search">
        <SearchField
          label={devicesText.searchLabel}
          placeholder={devicesText.search}
          value={text}
          width="min(280px, 100%)"
          onChange={(value) => onChange({ text: value }, { replace: true })}
        />
        <AttentionToggle fleetId={fleetId} pressed={status === 'attention'} onChange={onChange} />
        {status !== undefined && status !== 'attention' && (
          <Chip
            label={devicesText.statusFilter}
            value={statusLabel[status]}
            onRemove={() => onChange({ status: undefined })}
          />
        )}
        {isFiltered(state) && (
          <Button variant="quiet" size="s" onClick={() => onChange({ text: '', status: undefined })}>
            {devicesText.clearFilters}
          </Button>
        )}
      </div>
      <ColumnsMenu />
    </div>
  )
}

interface AttentionToggleProps {
  fleetId: number
  pressed: boolean
  onChange: ChangeDeviceList
}

/** Narrows the list to the devices that are not well. */
function AttentionToggle({ fleetId, pressed, onChange }: AttentionToggleProps) {
  const { data: count } = useQuery(attentionCountQuery(fleetId))
  return (
    <Button
      className={styles.attention}
      aria-pressed={pressed}
      onClick={() => onChange({ status: pressed ? undefined : 'attention' })}
    >
      {attentionText.title} {count !== undefined && <b>{formatNumber(count)}</b>}
    </Button>
  )
}

function ColumnsMenu() {
  const columns = useSyncExternalStore(storedColumns.subscribe, storedColumns.get)
  const density = useSyncExternalStore(storedDensity.subscribe, storedDensity.get)
  return (
    <Menu
      width={220}
      groups={[
        {
          title: devicesText.density,
          actions: densities.map((each) => ({
            label: devicesText.densities[each],
            checked: each === density,
            keepOpen: true,
            onSelect: () => storedDensity.set(each),
          })),
        },
        {
          title: devicesText.columns,
          multiple: true,
          actions: deviceColumns.filter(canHide).map((column) => {
            const shown = columns.includes(column)
            return {
              label: columnLabel[column],
              checked: shown,
              keepOpen: true,
              onSelect: () => storedColumns.set(withColumn(columns, column, !shown)),
            }
          }),
        },
        {
          actions: [
            {
              label: devicesText.resetColumns,
              keepOpen: true,
              onSelect: () => storedColumns.set(usualColumns),
            },
          ],
        },
      ]}
      trigger={<Button icon={<IconColumns3 size={16} aria-hidden="true" />}>{devicesText.columns}</Button>}
    />
  )
}
