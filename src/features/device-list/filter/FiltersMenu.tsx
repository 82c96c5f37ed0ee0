import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { attentionCountQuery } from '@/domain/device/status-counts.queries.ts'
import {
  isFiltered,
  type ChangeDeviceList,
  type DeviceListState,
} from '@/features/device-list/data/device-list-state.ts'
import { formatNumber } from '@/lib/format.ts'
import { queryText as words } from '@/messages/device-list/device-query.ts'
import { attentionText } from '@/messages/device-list/devices.ts'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { Menu } from '@/ui/overlay/Menu.tsx'
import styles from '@/features/device-list/DevicesToolbar.module.css'

interface FiltersMenuProps {
  fleetId: number
  state: DeviceListState
  asText: boolean
  onAdd: () => void
  onText: () => void
  onChange: ChangeDeviceList
}

/** All filters except the search behind one button, for narrow screens. */
export function FiltersMenu({ fleetId, state, asText, onAdd, onText, onChange }: FiltersMenuProps) {
  const { data: count } = useQuery(attentionCountQuery(fleetId))
  const { status } = state
  const isOn = status === 'attention'
  return (
    <Menu
      groups={[
        {
          multiple: true,
          actions: [
            {
              key: 'attention',
              label: attentionText.title,
              aside: count !== undefined && formatNumber(count),
              checked: isOn,
              onSelect: () => onChange({ status: isOn ? undefined : 'attention' }),
            },
          ],
        },
        {
          actions: [
            { label: words.addMenu, onSelect: onAdd },
            { label: asText ? words.asChips : words.asText, onSelect: onText },
          ],
        },
      ]}
      trigger={
        <IconButton
          label={isFiltered(state) ? words.menuMarked : words.menu}
          icon={<IconFilter size={18} />}
          marked={isFiltered(state)}
        />
      }
    />
  )
}

interface AttentionToggleProps {
  fleetId: number
  pressed: boolean
  onChange: ChangeDeviceList
}

/** Filters the list by devices that need attention. */
export function AttentionToggle({ fleetId, pressed, onChange }: AttentionToggleProps) {
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
