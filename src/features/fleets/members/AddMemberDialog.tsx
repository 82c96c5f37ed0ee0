import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { giveUserCall, rolesQuery } from '@/domain/access/access.queries.ts'
import { inviteeProblem } from '@/domain/access/invitee.ts'
import { weakestRole, type GrantableRole } from '@/domain/access/role-choices.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { compareText } from '@/lib/format.ts'
import { inviteeText } from '@/messages/access/grants.ts'
import { commonText } from '@/messages/common/common.ts'
import { addMemberText as text } from '@/messages/fleets/fleet-members.ts'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { RoleField } from '@/widgets/access/ChangeRoleDialog.tsx'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { QueryErrorBanner } from '@/widgets/query-states/QueryErrorBanner.tsx'
import {
  inviteToFleetCall,
  organizationPeopleQuery,
  type Invitation,
  type Member,
} from './members.queries.ts'

export interface AddMemberDialogProps {
  fleet: Fleet
  members: readonly Member[]
  /** Undefined while they are not known. */
  invitations: readonly Invitation[] | undefined
  isFreePlan: boolean | undefined
  onClose: () => void
}

const methods = ['member', 'invitation'] as const

/** Grants a role to a member of the organization, or invites someone by email. */
export function AddMemberDialog(props: AddMemberDialogProps) {
  const { fleet, members, isFreePlan, onClose } = props
  const apply = usePeopleChange()
  const [method, setMethod] = useState<(typeof methods)[number]>('member')
  const [username, setUsername] = useState('')
  const [email, setEmail] = useState('')
  const [message, setMessage] = useState('')
  const [role, setRole] = useState<GrantableRole>(weakestRole)
  const { data: roles } = useQuery(rolesQuery)
  const people = useQuery(organizationPeopleQuery(fleet.organization[0].id))
  const roleId = roles?.get(role)
  const target = method === 'member' ? username : email.trim()
  const emailProblem =
    email === ''
      ? undefined
      : inviteeProblem(email.trim(), {
          members: members.flatMap(({ user }) => user.map((each) => each.username)),
          invited: (props.invitations ?? []).flatMap(({ invitee }) => invitee.map((each) => each.email)),
        })
  const free = (people.data ?? [])
    .flatMap(({ user }) => user.map((each) => each.username))
    .filter((name) => !members.some(({ user }) => user[0]?.username === name))
    .toSorted((a, b) => compareText(a, b))

  const call =
    method === 'member'
      ? giveUserCall(fleet.id, target, roleId)
      : inviteToFleetCall(fleet.id, target, roleId, message.trim())
  const submit = async () => {
    if (roleId === undefined) return
    await apply(
      () => sendRequest(api().data, call),
      method === 'member' ? text.added(target) : text.invited(target),
    )
    onClose()
  }
  return (
    <FormDialog
      title={text.title}
      size="m"
      confirmLabel={text.confirm[method]}
      onClose={onClose}
      reason={
        target === ''
          ? text.noTarget
          : method === 'invitation' && emailProblem !== undefined
            ? emailProblem
            : method === 'invitation' && props.invitations === undefined
              ? inviteeText.unknown
              : roleId === undefined
                ? commonText.loading
                : undefined
      }
      commands={platformCommands(null, call)}
      onSubmit={submit}
    >
      <SegmentedControl
        label={text.how}
        value={method}
        options={methods.map((value) => ({ value, label: text.hows[value] }))}
        onChange={setMethod}
      />
      {method === 'member' ? (
        <>
          <QueryErrorBanner query={people} failed={text.membersFailed} />
          {people.data && free.length === 0 && <p>{text.nobody}</p>}
          <SelectField
            label={text.member}
            value={username}
            options={[
              { value: '', label: text.choose },
              ...free.map((name) => ({ value: name, label: name })),
            ]}
            onChange={setUsername}
          />
        </>
      ) : (
        <>
          <TextField
            required
            label={text.email}
            type="email"
            value={email}
            error={emailProblem}
            autoComplete="off"
            onChange={(event) => setEmail(event.target.value)}
          />
          <TextArea
            label={text.message}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </>
      )}
      <RoleField isFreePlan={isFreePlan} value={role} onChange={setRole} />
    </FormDialog>
  )
}
