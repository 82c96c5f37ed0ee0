import { lazy, Suspense } from 'react'
import type { OrganizationMember } from '@/domain/organization/organization-people.queries.ts'
import { LeaveOrganizationDialog } from '@/features/organizations/GiveUpDialogs.tsx'
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx'

const ChangeRolesDialog = lazy(() =>
  import('./ChangeRolesDialog.tsx').then((loaded) => ({ default: loaded.ChangeRolesDialog })),
)
const InviteDialog = lazy(() =>
  import('./InviteDialog.tsx').then((loaded) => ({ default: loaded.InviteDialog })),
)

/** The open dialog and its members. */
export type MemberDialog =
  | { kind: 'invite' }
  | { kind: 'role'; members: readonly OrganizationMember[] }
  | { kind: 'remove' | 'leave'; member: OrganizationMember }

export interface MemberDialogsProps {
  open: MemberDialog | null
  organization: { id: number; name: string }
  members: readonly OrganizationMember[]
  administrators: readonly number[] | undefined
  /** Addresses that are already invited; undefined while that is not known. */
  invited: readonly string[] | undefined
  onClose: () => void
  onChanged: () => void
}

/** Renders the open dialog. */
export function MemberDialogs(props: MemberDialogsProps) {
  const { open, organization, members, administrators, invited, onClose, onChanged } = props
  switch (open?.kind) {
    case undefined:
      return null
    case 'invite':
      return (
        <Suspense fallback={null}>
          <InviteDialog organization={organization} members={members} invited={invited} onClose={onClose} />
        </Suspense>
      )
    case 'role':
      return (
        <Suspense fallback={null}>
          <ChangeRolesDialog
            organization={organization.id}
            members={open.members}
            administrators={administrators}
            onClose={onClose}
            onDone={onChanged}
          />
        </Suspense>
      )
    case 'remove':
      return <RemoveMemberDialog organization={organization} member={open.member} onClose={onClose} />
    case 'leave':
      return (
        <LeaveOrganizationDialog organization={organization} membership={open.member.id} onClose={onClose} />
      )
  }
}
