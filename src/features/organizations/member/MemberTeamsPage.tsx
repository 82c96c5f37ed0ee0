import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { organizationRole } from '@/domain/organization/organization.queries.ts'
import { RosterPage } from '@/features/organizations/RosterPage.tsx'
import { memberTeamsText as text, membersText } from '@/messages/organizations/organization-members.ts'
import { teamsText } from '@/messages/organizations/organization-teams.ts'
import { useRowSelection } from '@/ui/table/use-row-selection.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { AddToTeamsDialog } from './AddToTeamsDialog.tsx'
import { teamsWith } from './member-reach.ts'
import { MemberTeamsTable } from './MemberTeamsTable.tsx'
import { RemoveFromTeamsDialog } from './RemoveFromTeamsDialog.tsx'
import { loadMember, useMember } from './use-member.ts'

export const loader = loadMember

/** The teams of a member, with actions to add the member to teams and to remove them from selected ones. */
export function Component() {
  const { orgScope, query, member, teams } = useMember()
  const { organization } = orgScope
  const [open, setOpen] = useState<'add' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const own = teamsWith(teams, member.user)
  const { selection, chosen, clear } = useRowSelection(own)
  const role = organizationRole(organization)
  const isMe = member.user === api().session.claims()?.id
  // Users may always end their own membership.
  const whyNotRemove = isMe ? undefined : whyNotAllowed(role, 'resin.team_membership.delete')
  return (
    <RosterPage
      title={text.title(member.name)}
      organization={organization.name}
      query={query}
      count={own.length}
      remove={{
        label: isMe ? text.leave : text.remove,
        reason: whyNotRemove ?? (chosen.length === 0 ? membersText.selectOne : undefined),
        onPress: () => setOpen('remove'),
      }}
      add={{
        label: text.add,
        icon: <IconPlus size={16} aria-hidden="true" />,
        reason: whyNotAllowed(role, 'resin.team_membership.create'),
        onPress: () => setOpen('add'),
      }}
      empty={{ title: text.empty(member.name), detail: text.emptyDetail }}
      table={<MemberTeamsTable organization={organization.id} teams={own} selection={selection} />}
    >
      {open === 'add' && (
        <AddToTeamsDialog
          organization={organization.id}
          member={member}
          teams={teams.filter(({ id }) => !own.some((each) => each.id === id))}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <RemoveFromTeamsDialog member={member} teams={chosen} onClose={close} onDone={clear} />
      )}
    </RosterPage>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={teamsText.title} failed={teamsText.failed} />
