import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { inviteeProblem } from '@/domain/access/invitee.ts'
import { seatPricesQuery } from '@/domain/billing/seat-prices.queries.ts'
import { listSeatPrices } from '@/domain/billing/seats.ts'
import type { OrganizationMember } from '@/domain/organization/organization-people.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { inviteeText } from '@/messages/access/grants.ts'
import { inviteText as text, memberRoleText } from '@/messages/organizations/organization-members.ts'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { AcquaintanceField } from './AcquaintanceField.tsx'
import type { OrganizationRoleName } from './member-roles.ts'
import { inviteCall, organizationRolesQuery } from './members.queries.ts'
import { OrganizationRoleField } from './OrganizationRoleField.tsx'

export interface InviteDialogProps {
  organization: { id: number; name: string }
  members: readonly OrganizationMember[]
  /** Addresses that are already invited; undefined while that is not known. */
  invited: readonly string[] | undefined
  onClose: () => void
}

const ways = ['email', 'username'] as const

/** Invites a user to an organization, by email or username. */
export function InviteDialog({ organization, members, invited, onClose }: InviteDialogProps) {
  const apply = usePeopleChange()
  const [way, setWay] = useState<(typeof ways)[number]>('email')
  const [email, setEmail] = useState('')
  const [username, setUsername] = useState('')
  const [message, setMessage] = useState('')
  const [role, setRole] = useState<OrganizationRoleName>('member')
  const { data: roles } = useQuery(organizationRolesQuery)
  const { data: prices = listSeatPrices } = useQuery(seatPricesQuery(organization.id))
  const roleId = roles?.get(role)
  const names = members.map(({ name }) => name)
  const who = way === 'email' ? email.trim() : username
  const problem =
    way === 'email'
      ? inviteeProblem(who, { members: names, invited: invited ?? [] })
      : who === ''
        ? inviteeText.missing
        : undefined
  const call = inviteCall(organization.id, who, roleId, message.trim())
  return (
    <FormDialog
      title={text.title(organization.name)}
      size="m"
      confirmLabel={text.confirm}
      onClose={onClose}
      reason={
        problem ??
        (way === 'email' && invited === undefined
          ? inviteeText.unknown
          : roleId === undefined
            ? memberRoleText.loading
            : undefined)
      }
      commands={platformCommands(null, call)}
      onSubmit={async () => {
        if (roleId === undefined) return
        await apply(() => sendRequest(api().data, call), text.done(who))
        onClose()
      }}
    >
      <SegmentedControl
        label={text.how}
        value={way}
        options={ways.map((value) => ({ value, label: text.hows[value] }))}
        onChange={setWay}
      />
      {way === 'email' ? (
        <TextField
          required
          label={text.email}
          type="email"
          value={email}
          error={who === '' ? undefined : problem}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setEmail(event.target.value)}
        />
      ) : (
        <AcquaintanceField
          organization={organization.id}
          members={names}
          value={username}
          onChange={setUsername}
        />
      )}
      <TextArea label={text.message} value={message} onChange={(event) => setMessage(event.target.value)} />
      <OrganizationRoleField value={role} onChange={setRole} seatPrice={prices.administrator} />
    </FormDialog>
  )
}
