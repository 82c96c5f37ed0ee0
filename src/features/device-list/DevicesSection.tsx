import {
  lazy,
  Suspense,
  useDeferredValue,
  useEffect,
  useState,
  type Dispatch,
  type SetStateAction,
} from 'react'
import { atFirstSign } from '@/lib/early.ts'
import { formatNumber } from '@/lib/format.ts'
import { devicesText } from '@/messages/device-list/devices.ts'
import { fleetText } from '@/messages/fleets/fleets.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Skeleton } from '@/ui/feedback/Skeleton.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { Pagination } from '@/ui/table/Pagination.tsx'
import { SelectionBar } from '@/ui/table/Table.tsx'
import { AddDeviceButton } from '@/widgets/fleet/AddDeviceButton.tsx'
import type { TableLayout } from './columns/table-layout.ts'
import type { ChangeLayout } from './columns/use-optimistic-layout.ts'
import {
  isFiltered,
  pageSizes,
  type ChangeDeviceList,
  type DeviceListState,
  type ListFilter,
} from './data/device-list-state.ts'
import type { ListedDevice } from './data/listed-device.ts'
import { CopyMenu } from './export/CopyMenu.tsx'
import {
  everythingSelected,
  nothingSelected,
  select,
  selectedCount,
  type Selection,
} from './selection/selection.ts'
import type { SelectionDialog } from './selection/SelectionActions.tsx'
import { DevicesTable } from './table/DevicesTable.tsx'
import { useListNavigation } from './table/use-list-navigation.ts'
import styles from './DevicesSection.module.css'

const loadSelectionActions = () => import('./selection/SelectionActions.tsx')
const SelectionActions = lazy(() =>
  loadSelectionActions().then((loaded) => ({ default: loaded.SelectionActions })),
)
const SelectionDialogs = lazy(() =>
  loadSelectionActions().then((loaded) => ({ default: loaded.SelectionDialogs })),
)
const DeviceMap = lazy(() => import('./map/DeviceMap.tsx').then((loaded) => ({ default: loaded.DeviceMap })))

export interface DevicesSectionProps {
  fleetId: number
  devices: readonly ListedDevice[]
  /** Number of all matches. */
  total: number
  /** The filter of the rows. */
  filter: ListFilter
  /** The list state that the rows were requested with. */
  shown: DeviceListState
  /** The requested list state; differs from `shown` while other rows are loading. */
  state: DeviceListState
  layout: TableLayout
  onLayout: ChangeLayout
  stale: boolean
  onChange: ChangeDeviceList
}

/** The devices with their selection, whose dialogs stay open whatever becomes of the rows. */
export function DevicesSection(props: DevicesSectionProps) {
  const { fleetId, filter, total } = props
  const [selection, setSelection] = useState(nothingSelected)
  const [doing, setDoing] = useState<SelectionDialog>()
  return (
    <>
      <Devices {...props} selection={selection} onSelection={setSelection} onChoose={setDoing} />
      {doing !== undefined && (
        <Suspense fallback={null}>
          <SelectionDialogs
            fleetId={fleetId}
            filter={filter}
            selection={selection}
            total={total}
            onSelection={setSelection}
            doing={doing}
            onClose={() => setDoing(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

interface DevicesProps extends DevicesSectionProps {
  selection: Selection
  onSelection: Dispatch<SetStateAction<Selection>>
  onChoose: (doing: SelectionDialog) => void
}

/** The table with its pagination, or the map, or the reason why there is nothing to show. */
function Devices({
  fleetId,
  devices,
  total,
  filter,
  shown,
  state,
  layout,
  onLayout,
  stale,
  onChange,
  selection,
  onSelection,
  onChoose,
}: DevicesProps) {
  // Row actions are loaded at the first pointer or key event, so that the first selection responds immediately.
  useEffect(() => atFirstSign(() => void loadSelectionActions().catch(() => {})), [])
  const count = selectedCount(selection, total)
  // Checkboxes update immediately; the action bar renders after them.
  const canAct = useDeferredValue(count > 0)
  useListNavigation({ fleetId, filter, shown, devices, total })
  if (devices.length === 0) {
    return <NoDevices fleetId={fleetId} filtered={isFiltered(shown)} beyond={total > 0} onChange={onChange} />
  }
  const countBar = (
    <SelectionBar>
      <b>{devicesText.selected(formatNumber(count))}</b>
    </SelectionBar>
  )
  const actions = (
    <SelectionActions
      fleetId={fleetId}
      filter={filter}
      state={shown}
      shown={state.view === 'table' ? { devices, columns: layout.columns } : undefined}
      selection={selection}
      total={total}
      onSelection={onSelection}
      onChoose={onChoose}
    />
  )
  const bar = count > 0 && (canAct ? <Suspense fallback={countBar}>{actions}</Suspense> : countBar)
  if (state.view === 'map') {
    return (
      <Suspense fallback={<Skeleton height={460} />}>
        <DeviceMap
          fleetId={fleetId}
          narrowing={shown}
          bar={bar}
          selection={selection}
          onSelect={(chosen, isAll) =>
            onSelection(isAll ? everythingSelected : select(selection, chosen, true))
          }
        />
      </Suspense>
    )
  }
  return (
    <>
      <DevicesTable
        devices={devices}
        total={total}
        list={JSON.stringify([shown.sort, shown.page, shown.size])}
        firstRow={(shown.page - 1) * shown.size + 1}
        stale={stale}
        sort={state.sort}
        onSort={(sort) => onChange({ sort })}
        layout={layout}
        onLayout={onLayout}
        selection={selection}
        onSelection={onSelection}
        bar={bar}
      />
      <CopyMenu
        devices={devices}
        columns={layout.columns}
        firstRow={(shown.page - 1) * shown.size + 1}
        selection={selection}
      />
      <div className={styles.foot}>
        <SelectField
          label={devicesText.pageSize}
          value={String(state.size)}
          options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(value) => {
            const size = pageSizes.find((each) => String(each) === value)
            if (size) onChange({ size })
          }}
        />
        <div className={styles.pages}>
          <Pagination
            page={state.page}
            pageSize={state.size}
            total={total}
            onPage={(page) => onChange({ page })}
          />
        </div>
      </div>
    </>
  )
}

interface NoDevicesProps {
  fleetId: number
  filtered: boolean
  /** There are matches, but on earlier pages. */
  beyond: boolean
  onChange: ChangeDeviceList
}

function NoDevices({ fleetId, filtered, beyond, onChange }: NoDevicesProps) {
  if (beyond) {
    return (
      <Card>
        <EmptyState
          answers
          title={devicesText.emptyPage}
          action={<Button onClick={() => onChange({ page: 1 })}>{devicesText.toFirstPage}</Button>}
        />
      </Card>
    )
  }
  return (
    <Card>
      {filtered ? (
        <EmptyState
          answers
          title={devicesText.emptyFiltered}
          action={
            <Button
              onClick={() => {
                onChange({ text: '', status: undefined })
                // The button is removed with the filters it clears.
                document.querySelector<HTMLElement>('main [data-filter]')?.focus()
              }}
            >
              {devicesText.clearFilters}
            </Button>
          }
        />
      ) : (
        <EmptyState
          title={fleetText.noDevices}
          detail={devicesText.emptyDetail}
          action={<AddDeviceButton fleetId={fleetId} />}
        />
      )}
    </Card>
  )
}
