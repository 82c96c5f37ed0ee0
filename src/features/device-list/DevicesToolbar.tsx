import { IconAdjustmentsHorizontal, IconColumns3, IconDownload, IconTableImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import {
  bulkOpenText,
  columnsText,
  exportText,
  presentationText,
  viewsText,
} from '@/messages/device-list/device-table.ts'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import type { MenuGroup } from '@/ui/overlay/MenuList.tsx'
import { useHasOpened } from '@/ui/overlay/use-has-opened.ts'
import { useMedia } from '@/ui/use-media.ts'
import type { TableLayout } from './columns/table-layout.ts'
import type { ChangeLayout } from './columns/use-optimistic-layout.ts'
import {
  offeredPresentations,
  type ChangeDeviceList,
  type DeviceListState,
  type ListFilter,
} from './data/device-list-state.ts'
import { FilterBar } from './filter/FilterBar.tsx'
import { ViewsDialogs, ViewsMenu, type ViewsDialogName } from './views/ViewsMenu.tsx'
import styles from './DevicesToolbar.module.css'

const ColumnsDrawer = lazy(() =>
  import('./columns/ColumnsDrawer.tsx').then((loaded) => ({ default: loaded.ColumnsDrawer })),
)
const ExportDialog = lazy(() =>
  import('./export/ExportDialog.tsx').then((loaded) => ({ default: loaded.ExportDialog })),
)
const BulkDialog = lazy(() =>
  import('./bulk/BulkDialog.tsx').then((loaded) => ({ default: loaded.BulkDialog })),
)

/** Below this width, everything but the search moves into two menus. */
const NARROW = '(width < 760px)'

export interface DevicesToolbarProps {
  fleetId: number
  fleetName: string
  fleetSlug: string
  state: DeviceListState
  layout: TableLayout
  onLayout: ChangeLayout
  /** Number of all matches. */
  total: number
  /** The filter of the rows that are shown. */
  filter: ListFilter
  params: URLSearchParams
  onChange: ChangeDeviceList
}

type Opened = 'columns' | 'export' | 'bulk' | ViewsDialogName

/** Filters and display options of the list. */
export function DevicesToolbar(props: DevicesToolbarProps) {
  const { fleetId, fleetName, fleetSlug, state, layout, onLayout, total, filter, params, onChange } = props
  const isNarrow = useMedia(NARROW)
  const [opened, setOpened] = useState<Opened>()
  const columnsWereOpened = useHasOpened(opened === 'columns')
  const exportWasOpened = useHasOpened(opened === 'export')
  const bulkWasOpened = useHasOpened(opened === 'bulk')
  const whyNotBulk = useWhyNotBulk(fleetId)
  const close = () => setOpened(undefined)
  const displayOptions = isNarrow ? (
    <ViewsMenu
      fleetId={fleetId}
      params={params}
      onOpen={setOpened}
      before={[presentationGroup(state, onChange)]}
      after={[
        {
          actions: [
            { label: columnsText.openMenu, onSelect: () => setOpened('columns') },
            { label: exportText.openMenu, onSelect: () => setOpened('export') },
            { label: bulkOpenText.openMenu, reason: whyNotBulk, onSelect: () => setOpened('bulk') },
          ],
        },
      ]}
      trigger={<IconButton label={viewsText.view} icon={<IconAdjustmentsHorizontal size={18} />} />}
    />
  ) : (
    <DisplayOptions
      whyNotBulk={whyNotBulk}
      fleetId={fleetId}
      state={state}
      params={params}
      onChange={onChange}
      onOpen={setOpened}
    />
  )
  return (
    <div className={styles.toolbar}>
      <FilterBar
        fleetId={fleetId}
        fleetName={fleetName}
        state={state}
        isNarrow={isNarrow}
        onChange={onChange}
        trailing={isNarrow && displayOptions}
      />
      {!isNarrow && displayOptions}
      <ViewsDialogs
        fleetId={fleetId}
        params={params}
        opened={opened === 'save' || opened === 'manage' ? opened : undefined}
        onClose={close}
      />
      <Suspense fallback={null}>
        {columnsWereOpened && (
          <ColumnsDrawer
            opened={opened === 'columns'}
            onClose={close}
            fleetId={fleetId}
            layout={layout}
            onLayout={onLayout}
            sort={state.sort}
            onSort={(sort) => onChange({ sort })}
          />
        )}
        {exportWasOpened && (
          <ExportDialog
            opened={opened === 'export'}
            onClose={close}
            fleetId={fleetId}
            fleetName={fleetName}
            fleetSlug={fleetSlug}
            state={state}
            filter={filter}
            columns={layout.columns}
            total={total}
          />
        )}
        {bulkWasOpened && (
          <BulkDialog key={fleetId} opened={opened === 'bulk'} onClose={close} fleetId={fleetId} />
        )}
      </Suspense>
    </div>
  )
}

const bulkWrites = [
  'resin.device.update',
  'resin.device_tag.all',
  'resin.device_environment_variable.create',
] as const

/** The reason why the role may write nothing that a file can change. Undefined until the role is known. */
function useWhyNotBulk(fleetId: number): string | undefined {
  const { data: role } = useQuery(fleetRoleQuery(fleetId))
  if (role === undefined) return undefined
  const reasons = bulkWrites.map((permission) => whyNotAllowed(role ?? 'observer', permission))
  return reasons.includes(undefined) ? undefined : reasons[0]
}

const presentationGroup = (state: DeviceListState, onChange: ChangeDeviceList): MenuGroup => ({
  title: presentationText.label,
  actions: offeredPresentations().map((view) => ({
    key: view,
    label: presentationText.names[view],
    checked: view === state.view,
    onSelect: () => onChange({ view }),
  })),
})

interface DisplayOptionsProps extends Pick<DevicesToolbarProps, 'fleetId' | 'state' | 'params' | 'onChange'> {
  onOpen: (what: Opened) => void
  whyNotBulk: string | undefined
}

/** The display options as separate controls. */
function DisplayOptions({ fleetId, state, params, onChange, onOpen, whyNotBulk }: DisplayOptionsProps) {
  return (
    <div className={styles.looks}>
      {offeredPresentations().length > 1 && (
        <SegmentedControl
          label={presentationText.label}
          value={state.view}
          options={offeredPresentations().map((value) => ({
            value,
            label: presentationText.names[value],
          }))}
          onChange={(view) => onChange({ view })}
        />
      )}
      <ViewsMenu fleetId={fleetId} params={params} onOpen={onOpen} />
      <Button
        icon={<IconColumns3 size={16} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => onOpen('columns')}
      >
        {columnsText.open}
      </Button>
      <Button
        icon={<IconDownload size={16} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => onOpen('export')}
      >
        {exportText.open}
      </Button>
      <IconButton
        label={bulkOpenText.open}
        reason={whyNotBulk}
        icon={<IconTableImport size={16} />}
        aria-haspopup="dialog"
        onClick={() => onOpen('bulk')}
      />
    </div>
  )
}
