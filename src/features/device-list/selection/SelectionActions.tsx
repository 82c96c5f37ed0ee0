import { IconRefresh, IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import type { DeviceColumn } from '@/features/device-list/columns/device-columns.tsx'
import type { DeviceListState, ListFilter } from '@/features/device-list/data/device-list-state.ts'
import type { ListedDevice } from '@/features/device-list/data/listed-device.ts'
import { CopyRows } from '@/features/device-list/export/CopyRows.tsx'
import { CopySelected } from '@/features/device-list/export/CopySelected.tsx'
import { formatNumber } from '@/lib/format.ts'
import { devicesText } from '@/messages/device-list/devices.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SelectionBar } from '@/ui/table/Table.tsx'
import { useOperationSetting } from '@/widgets/operations/use-operation-setting.ts'
import { BatchOperation } from './BatchOperation.tsx'
import { BatchTags } from './BatchTags.tsx'
import { OpenMultiDevice } from './OpenMultiDevice.tsx'
import { OperationsMenu, type BatchName, type UpdateName } from './OperationsMenu.tsx'
import { selectedDevices } from './selected-devices.ts'
import { everythingSelected, nothingSelected, selectedCount, type Selection } from './selection.ts'
import styles from './SelectionActions.module.css'

export interface SelectionActionsProps {
  fleetId: number
  filter: ListFilter
  state: DeviceListState
  /** The rows of the page and the visible columns; undefined if there is no table. */
  shown: { devices: readonly ListedDevice[]; columns: readonly DeviceColumn[] } | undefined
  selection: Selection
  /** Number of all matches. */
  total: number
  onSelection: (selection: Selection) => void
  onChoose: (doing: SelectionDialog) => void
}

export type SelectionDialog = BatchName | UpdateName | 'tags'

/** Until the role is known, nothing is ruled out: the platform decides. */
const unknownRole: Role = 'administrator'

/** The actions on the selected devices. */
export function SelectionActions({
  fleetId,
  filter,
  state,
  shown,
  selection,
  total,
  onSelection,
  onChoose,
}: SelectionActionsProps) {
  const { role, setting } = useSetting(fleetId)
  const count = selectedCount(selection, total)
  const { read } = selectedDevices(fleetId, filter, selection)
  return (
    <SelectionBar>
      <Status as="b">{devicesText.selected(formatNumber(count))}</Status>
      <div role="group" aria-label={devicesText.selectionActions} className={styles.actions}>
        <Button
          size="s"
          icon={<IconRefresh size={15} aria-hidden="true" />}
          reason={role ? whyNotAllowed(role, 'resin.device.supervisor-proxy-write') : undefined}
          onClick={() => onChoose('restart')}
        >
          {devicesText.restart}
        </Button>
        <Button
          size="s"
          icon={<IconTag size={15} aria-hidden="true" />}
          reason={role ? whyNotAllowed(role, 'resin.device_tag.all') : undefined}
          onClick={() => onChoose('tags')}
        >
          {devicesText.column.tags}
        </Button>
        <OperationsMenu selection={selection} setting={role ? setting : undefined} onChoose={onChoose} />
        <OpenMultiDevice selection={selection} count={count} read={read} />
        {shown && <CopyRows fleetId={fleetId} state={state} selection={selection} count={count} {...shown} />}
        <CopySelected
          label={devicesText.copyUuids}
          count={count}
          read={async (progress) => {
            const uuids =
              selection.kind === 'some'
                ? [...selection.devices.values()]
                : (await read(progress)).map(({ uuid }) => uuid)
            return { text: uuids.join('\n'), count: uuids.length }
          }}
          copied={devicesText.copiedUuids}
          failed={devicesText.copyUuidsFailed}
        />
        <Button size="s" variant="quiet" onClick={() => onSelection(nothingSelected)}>
          {devicesText.clearSelection}
        </Button>
      </div>
      {count < total && (
        <Button
          size="s"
          variant="quiet"
          className={styles.all}
          onClick={() => onSelection(everythingSelected)}
        >
          {devicesText.selectAllMatching(formatNumber(total))}
        </Button>
      )}
    </SelectionBar>
  )
}

function useSetting(fleetId: number) {
  const { data: role } = useQuery(fleetRoleQuery(fleetId))
  const { data: fleet } = useQuery(fleetQuery(fleetId))
  return {
    role,
    setting: useOperationSetting(role ?? unknownRole, fleetId, fleet?.organization[0]?.id),
  }
}

interface SelectionDialogsProps extends Pick<
  SelectionActionsProps,
  'fleetId' | 'filter' | 'selection' | 'total' | 'onSelection'
> {
  doing: SelectionDialog
  onClose: () => void
}

/** The dialog of a chosen action, apart from the rows: it stays when these leave the list meanwhile. */
export function SelectionDialogs({
  fleetId,
  filter,
  selection,
  total,
  onSelection,
  doing,
  onClose,
}: SelectionDialogsProps) {
  const { setting } = useSetting(fleetId)
  const selected = selectedDevices(fleetId, filter, selection)
  if (doing === 'tags') return <BatchTags read={selected.read} onClose={onClose} />
  return (
    <BatchOperation
      key={doing}
      name={doing}
      selected={selected}
      opened
      fleetId={fleetId}
      setting={setting}
      count={selectedCount(selection, total)}
      onClose={onClose}
      // Devices that left the fleet cannot stay selected.
      {...((doing === 'move' || doing === 'delete') && {
        onFinished: () => onSelection(nothingSelected),
      })}
    />
  )
}
