import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { errorMessage, Failure } from '@/api/error-message.ts'
import { seatPricesQuery } from '@/domain/billing/seat-prices.queries.ts'
import { listSeatPrices, seatRise } from '@/domain/billing/seats.ts'
import type { OrganizationMember } from '@/domain/organization/organization-people.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { mapWithLimit } from '@/lib/concurrency.ts'
import { formatNumber } from '@/lib/format.ts'
import { memberRoleText as text, membersText } from '@/messages/organizations/organization-members.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { SeatRises } from '@/widgets/access/SeatRises.tsx'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { whyNotChangeRole, type OrganizationRoleName } from './member-roles.ts'
import { memberRoleCall, organizationRolesQuery } from './members.queries.ts'
import { OrganizationRoleField } from './OrganizationRoleField.tsx'

export interface ChangeRolesDialogProps {
  organization: number
  members: readonly OrganizationMember[]
  /** Membership ids of all administrators; undefined until loaded. */
  administrators: readonly number[] | undefined
  onClose: () => void
  onDone: () => void
}

/** Changes the role of members, one by one. */
export function ChangeRolesDialog(props: ChangeRolesDialogProps) {
  const { organization, members, administrators, onClose, onDone } = props
  const apply = usePeopleChange()
  const { data: roles } = useQuery(organizationRolesQuery)
  const { data: prices = listSeatPrices } = useQuery(seatPricesQuery(organization))
  const [first] = members
  const [role, setRole] = useState<OrganizationRoleName>(first?.role ?? 'member')
  const [done, setDone] = useState<number | null>(null)
  const roleId = roles?.get(role)
  const changed = members.filter((member) => member.role !== role)
  const submit = async () => {
    if (roleId === undefined) return
    setDone(0)
    await apply(
      () => changeEach(changed, roleId, setDone).finally(() => setDone(null)),
      text.changed(changed.length, changed[0]?.name ?? '', membersText.roles[role]),
    )
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={members.length === 1 && first ? text.of(first.name) : text.title(members.length)}
      size="m"
      confirmLabel={text.confirm}
      onClose={onClose}
      reason={
        whyNotChangeRole(members, role, administrators) ?? (roleId === undefined ? text.loading : undefined)
      }
      commands={platformCommands(null, ...changed.map(({ id }) => memberRoleCall(id, roleId)))}
      onSubmit={submit}
    >
      <OrganizationRoleField value={role} onChange={setRole} seatPrice={prices.administrator} />
      {role === 'administrator' && (
        <SeatRises
          organization={organization}
          rises={changed.map(({ name, seat }) => ({ name, rise: seatRise(seat, ['administrator'], prices) }))}
        />
      )}
      {done !== null && (
        <Status paced>{text.progress(formatNumber(done), formatNumber(changed.length))}</Status>
      )}
    </FormDialog>
  )
}

/** Changes the roles one by one. Throws an error with the names of the members whose change failed. */
async function changeEach(
  members: readonly OrganizationMember[],
  role: number,
  onProgress: (done: number) => void,
): Promise<void> {
  const failed: string[] = []
  let finished = 0
  await mapWithLimit(members, ({ id }) => sendRequest(api().data, memberRoleCall(id, role)), {
    atOnce: 1,
    onOutcome: ({ name }, outcome) => {
      if (!outcome.ok) failed.push(`${name} (${errorMessage(outcome.error)})`)
      onProgress(++finished)
    },
  })
  if (failed.length > 0) throw new Failure(text.someFailed(failed.join('; ')))
}
