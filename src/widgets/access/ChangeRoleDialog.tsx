import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { changeRoleCall, rolesQuery, type AccessResource } from '@/domain/access/access.queries.ts'
import { isGrantableRole, roleChoices, roleLabel, type GrantableRole } from '@/domain/access/role-choices.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { roleText as text } from '@/messages/fleets/fleet-members.ts'
import { fleetSettingsText } from '@/messages/fleets/fleet-settings.ts'
import { ChoiceList } from '@/ui/form/ChoiceList.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { usePeopleChange } from './use-people-change.ts'

export interface ChangeRoleDialogProps {
  /** A user or team, or the object of the role. */
  name: string
  title?: ((name: string) => string) | undefined
  changed?: ((name: string, role: string) => string) | undefined
  role: string | undefined
  isFreePlan: boolean | undefined
  /** The row with the role. */
  row: { resource: AccessResource; id: number }
  onClose: () => void
}

/** Changes the role of a user or team on an application. */
export function ChangeRoleDialog({
  name,
  title = text.title,
  changed = text.changed,
  role,
  isFreePlan,
  row,
  onClose,
}: ChangeRoleDialogProps) {
  const apply = usePeopleChange()
  const { data: roles } = useQuery(rolesQuery)
  const [chosen, setChosen] = useState(isGrantableRole(role) ? role : null)
  const roleId = chosen === null ? undefined : roles?.get(chosen)
  const call = changeRoleCall(row, roleId)
  return (
    <FormDialog
      title={title(name)}
      confirmLabel={text.confirm}
      onClose={onClose}
      reason={roleId === undefined || chosen === role ? fleetSettingsText.unchanged : undefined}
      commands={platformCommands(null, call)}
      onSubmit={async () => {
        if (chosen === null || roleId === undefined) return
        await apply(() => sendRequest(api().data, call), changed(name, roleLabel(chosen)))
        onClose()
      }}
    >
      <RoleField isFreePlan={isFreePlan} value={chosen} onChange={setChosen} />
    </FormDialog>
  )
}

export interface RoleFieldProps {
  isFreePlan: boolean | undefined
  value: GrantableRole | null
  onChange: (role: GrantableRole) => void
}

/** A selection of assignable roles; those not included in the plan are disabled with the reason. */
export function RoleField({ isFreePlan, value, onChange }: RoleFieldProps) {
  const { data: roles } = useQuery(rolesQuery)
  return (
    <ChoiceList
      label={text.label}
      choices={roleChoices(isFreePlan, roles)}
      value={value}
      onChange={(role) => isGrantableRole(role) && onChange(role)}
    />
  )
}
