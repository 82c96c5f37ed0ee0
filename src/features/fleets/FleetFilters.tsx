import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApplicationScope } from '@/domain/organization/organization-scope.ts'
import { fleetListText } from '@/messages/fleets/fleets.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SearchField } from '@/ui/form/SearchField.tsx'
import { Menu } from '@/ui/overlay/Menu.tsx'
import type { MenuAction } from '@/ui/overlay/MenuItem.tsx'
import { fleetSortFields, type FleetListState, type FleetSortField } from './fleet-list-state.ts'
import { FLEETS_PER_PAGE, fleetDeviceTypesQuery } from './fleets.queries.ts'
import styles from './FleetFilters.module.css'

export type ChangeFleetList = (
  change: Partial<Omit<FleetListState, 'fleetClass'>>,
  options?: { replace: boolean },
) => void

export interface FleetFiltersProps {
  state: FleetListState
  scope: ApplicationScope | undefined
  /** The number of fleets of the list. */
  total: number
  onChange: ChangeFleetList
}

/** Filters by text and device type, and sorts the list. */
export function FleetFilters({ state, scope, total, onChange }: FleetFiltersProps) {
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
      <SortMenu state={state} total={total} onChange={onChange} />
    </div>
  )
}

/** Most trouble first; the others in the order that was chosen. */
const directionOf = (field: FleetSortField, before: FleetListState['sort']) =>
  field === 'trouble' ? 'desc' : before.field === 'trouble' ? 'asc' : before.direction

function SortMenu({ state: { sort }, total, onChange }: Omit<FleetFiltersProps, 'scope'>) {
  return (
    <Menu
      align="start"
      groups={[
        {
          title: fleetListText.sort,
          actions: fleetSortFields.map((field) => ({
            label: fleetListText.sorts[field],
            checked: field === sort.field,
            reason:
              field === 'trouble' && total > FLEETS_PER_PAGE
                ? fleetListText.troubleUnknown(FLEETS_PER_PAGE)
                : undefined,
            onSelect: () => onChange({ sort: { field, direction: directionOf(field, sort) } }),
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
