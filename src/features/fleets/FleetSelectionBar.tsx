import { useQueries, useQuery } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { errorMessage } from '@/api/error-message.ts'
import { fleetRoleQuery } from '@/domain/access/fleet-access.ts'
import { may, type Permission } from '@/domain/access/permissions.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { paths } from '@/lib/paths.ts'
import { accessText } from '@/messages/access/access.ts'
import { commonText } from '@/messages/common/common.ts'
import { fleetBatchText as text } from '@/messages/fleets/fleet-lists.ts'
import { wallText } from '@/messages/wall/wall.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { SelectionBar } from '@/ui/table/Table.tsx'
import { typedFleetsQuery, type ListedFleet } from './fleets.queries.ts'
import { DeviceTypeDialog, sharedArchitecture, type TypedApplication } from './settings/DeviceTypeDialog.tsx'
import { deleteCall } from './settings/settings-writes.ts'
import { useApplicationChange } from './use-application-change.ts'
import styles from './FleetSelectionBar.module.css'

export interface FleetSelectionBarProps {
  fleetClass: FleetClass
  chosen: readonly ListedFleet[]
  onClear: () => void
  onAsk: (question: FleetQuestion) => void
}

/** What a dialog asks about the fleets that were selected when it opened. */
export type FleetQuestion =
  | { about: 'device-type'; fleets: readonly TypedApplication[] }
  | { about: 'delete'; fleets: readonly ListedFleet[] }

/** Actions on several fleets, apps or blocks. */
export function FleetSelectionBar({ fleetClass, chosen, onClear, onAsk }: FleetSelectionBarProps) {
  const ids = chosen.map(({ id }) => id)
  const roles = useQueries({ queries: ids.map((id) => fleetRoleQuery(id)) })
  const { data: typed } = useQuery(typedFleetsQuery(ids))

  const whyNot = (permission: Permission) => {
    const refused = chosen.flatMap((fleet, at) => {
      const role = roles[at]?.data
      return role && !may(role, permission) ? [{ name: fleet.app_name, role }] : []
    })
    const [first] = refused
    return (
      first &&
      text.notAllowed(
        refused.map(({ name }) => name),
        accessText.roles[first.role],
      )
    )
  }
  const whyNotType =
    typed === undefined
      ? commonText.loading
      : sharedArchitecture(typed) === undefined
        ? text.mixed
        : undefined
  return (
    <SelectionBar>
      <Status as="b">{text.selected(chosen.length)}</Status>
      <div role="group" aria-label={text.actions} className={styles.actions}>
        {fleetClass === 'fleet' && (
          <ButtonLink size="s" to={paths.wall(ids)}>
            {wallText.open}
          </ButtonLink>
        )}
        <Button
          size="s"
          reason={whyNot('resin.application.update') ?? whyNotType}
          onClick={() => typed && onAsk({ about: 'device-type', fleets: typed })}
        >
          {text.deviceType}
        </Button>
        <Button
          size="s"
          variant="danger"
          reason={whyNot('resin.application.delete')}
          onClick={() => onAsk({ about: 'delete', fleets: chosen })}
        >
          {text.delete}
        </Button>
        <Button size="s" variant="quiet" onClick={onClear}>
          {text.clear}
        </Button>
      </div>
    </SelectionBar>
  )
}

export interface FleetDialogProps {
  fleetClass: FleetClass
  question: FleetQuestion
  onClose: () => void
}

/** The dialog of a chosen action, apart from the rows: it stays when these leave the list meanwhile. */
export function FleetDialog({ fleetClass, question, onClose }: FleetDialogProps) {
  const apply = useApplicationChange()
  if (question.about === 'device-type') return <DeviceTypeDialog fleets={question.fleets} onClose={onClose} />
  const ids = question.fleets.map(({ id }) => id)
  const call = deleteCall(ids)
  return (
    <ConfirmDialog
      danger
      onClose={onClose}
      title={text.deleteTitle(fleetClass, ids.length)}
      items={question.fleets.map(({ app_name: name }) => name)}
      confirmLabel={text.deleteConfirm}
      typed={String(ids.length)}
      describeError={errorMessage}
      onConfirm={async () => {
        await apply(() => sendRequest(api().data, call), text.deleted(fleetClass, ids.length))
      }}
    >
      <p>{text.deleteBody(fleetClass)}</p>
      <EquivalentCommand {...platformCommands(null, call)} />
    </ConfirmDialog>
  )
}
