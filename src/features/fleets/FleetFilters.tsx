import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApplicationScope } from '@/domain/organization/organization-scope.ts'
import { fleetListText } from '@/messages/fleets/fleets.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SearchField } from '@/ui/form/SearchField.tsx'
import { Menu } from '@/ui/overlay/Menu.tsx'
import type { MenuAction } from '@/ui/overlay/MenuItem.tsx'
import { fleetSortFields, type FleetListState } from './fleet-list-state.ts'
import { fleetDeviceTypesQuery } from './fleets.queries.ts'
import styles from './FleetFilters.module.css'

export type ChangeFleetList = (
  change: Partial<Omit<FleetListState, 'fleetClass'>>,
  options?: { replace: boolean },
) => void

export interface FleetFiltersProps {
  state: FleetListState
  scope: ApplicationScope | undefined
  onChange: ChangeFleetList
}

/** Filters by text and device type, and sorts the list. */
export function FleetFilters({ state, scope, onChange }: FleetFiltersProps) {
  // Loaded when the menu is about to open, because most visits do not open it.
  const [isNear, setNear] = useState(false)
  const { data: types = [] } = useQuery({
    ...fleetDeviceTypesQuery(state.fleetClass, scope),
    enabled: isNear || state.deviceType !== undefined,
  })
  const chosen = types.find(({ slug }) => slug === state.deviceType)
  const typeActions: MenuAction[] = [
    {
      label: fleetListText.anyTypeChoice,
      checked: state.deviceType === undefined,
      onSelect: () => onChange({ deviceType: undefined }),
    },
    ...types.map(({ slug, name }) => ({
      key: slug,
      label: name,
      checked: slug === state.deviceType,
      onSelect: () => onChange({ deviceType: slug }),
    })),
  ]
  return (
    <div className={styles.filters} role="search">
      <SearchField
        label={fleetListText.filter(state.fleetClass)}
        value={state.text}
        width="min(280px, 100%)"
        onChange={(text) => onChange({ text }, { replace: true })}
      />
      <Menu
        align="start"
        groups={[{ actions: typeActions }]}
        trigger={
          <Button className={styles.chip} onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
            {fleetListText.deviceType}{' '}
            <b>
              {state.deviceType === undefined ? fleetListText.anyType : (chosen?.name ?? state.deviceType)}
            </b>
            <IconChevronDown size={14} aria-hidden="true" />
          </Button>
        }
      />
      <SortMenu state={state} onChange={onChange} />
    </div>
  )
}

function SortMenu({ state: { sort }, onChange }: Pick<FleetFiltersProps, 'state' | 'onChange'>) {
  return (
    <Menu
      align="start"
      groups={[
        {
          title: fleetListText.sort,
          actions: fleetSortFields.map((field) => ({
            label: fleetListText.sorts[field],
            checked: field === sort.field,
            onSelect: () => onChange({ sort: { ...sort, field } }),
          })),
        },
        {
          title: fleetListText.order,
          actions: (['asc', 'desc'] as const).map((direction) => ({
            label: fleetListText.orders[direction],
            checked: direction === sort.direction,
            onSelect: () => onChange({ sort: { ...sort, direction } }),
          })),
        },
      ]}
      trigger={
        <Button className={styles.chip}>
          {fleetListText.sort} <b>{fleetListText.sorts[sort.field]}</b>
          <span aria-hidden="true">{sort.direction === 'asc' ? '↑' : '↓'}</span>
          <span className="visually-hidden">{fleetListText.orders[sort.direction]}</span>
        </Button>
      }
    />
  )
}
