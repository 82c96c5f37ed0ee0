import { IconColumns3, IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { columnsText, deviceMapText, exportText } from '@/messages/device-table.ts'
import { Button } from '@/ui/Button.tsx'
import { SegmentedControl } from '@/ui/SegmentedControl.tsx'
import { useWasOpened } from '@/ui/useWasOpened.ts'
import { presentations, type DeviceListState } from './device-list-state.ts'
import styles from './DevicesToolbar.module.css'
import { FilterBar } from './FilterBar.tsx'
import type { ChangeDeviceList } from './FleetDevicesPage.tsx'
import type { TableLayout } from './table-layout.ts'
import type { ChangeLayout } from './use-wanted-layout.ts'
import { ViewsMenu } from './ViewsMenu.tsx'

const ColumnsDrawer = lazy(() =>
  import('./ColumnsDrawer.tsx').then((loaded) => ({ default: loaded.ColumnsDrawer })),
)
const ExportDialog = lazy(() =>
  import('./ExportDialog.tsx').then((loaded) => ({ default: loaded.ExportDialog })),
)

export interface DevicesToolbarProps {
  fleetId: number
  fleetName: string
  state: DeviceListState
  layout: TableLayout
  onLayout: ChangeLayout
  /** How many match. */
  total: number
  params: URLSearchParams
  onChange: ChangeDeviceList
}

/** What the list is narrowed to, and how it looks. */
export function DevicesToolbar({
  fleetId,
  fleetName,
  state,
  layout,
  onLayout,
  total,
  params,
  onChange,
}: DevicesToolbarProps) {
  const [opened, setOpened] = useState<'columns' | 'export'>()
  const columnsWereOpened = useWasOpened(opened === 'columns')
  const exportWasOpened = useWasOpened(opened === 'export')
  const close = () => setOpened(undefined)
  return (
    <div className={styles.toolbar}>
      <FilterBar fleetId={fleetId} state={state} onChange={onChange} />
      <div className={styles.looks}>
        <SegmentedControl
          label={deviceMapText.presentation}
          value={state.view}
          options={presentations.map((value) => ({ value, label: deviceMapText.presentations[value] }))}
          onChange={(view) => onChange({ view })}
        />
        <ViewsMenu params={params} />
        <Button
          icon={<IconColumns3 size={16} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setOpened('columns')}
        >
          {columnsText.open}
        </Button>
        <Button
          icon={<IconDownload size={16} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setOpened('export')}
        >
          {exportText.open}
        </Button>
      </div>
      <Suspense fallback={null}>
        {columnsWereOpened && (
          <ColumnsDrawer
            opened={opened === 'columns'}
            onClose={close}
            fleetId={fleetId}
            layout={layout}
            onLayout={onLayout}
          />
        )}
        {exportWasOpened && (
          <ExportDialog
            opened={opened === 'export'}
            onClose={close}
            fleetId={fleetId}
            fleetName={fleetName}
            state={state}
            columns={layout.columns}
            total={total}
          />
        )}
      </Suspense>
    </div>
  )
}
