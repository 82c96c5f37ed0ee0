import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { offers } from '@/api/api.ts'
import { organizationRole, type Organization } from '@/domain/organization/organization.queries.ts'
import { organizationEditText as text } from '@/messages/organizations/organization-edit.ts'
import { removeOrganizationMemberText } from '@/messages/organizations/organization-members.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { giveUp } from './give-up.ts'
import { DeleteOrganizationDialog, LeaveOrganizationDialog } from './GiveUpDialogs.tsx'
import { administratorsQuery } from './organizations.queries.ts'

/** Leaving or deleting the organization; nothing for users who can do neither. */
export function OrganizationDanger({ organization }: { organization: Organization }) {
  const [open, setOpen] = useState<'leave' | 'delete' | null>(null)
  const { data: administrators } = useQuery(administratorsQuery([organization.id]))
  const close = () => setOpen(null)
  const membership = organization.organization_membership[0]?.id
  const { mayDelete, whyNotLeave } = giveUp({
    membership,
    role: organizationRole(organization),
    administrators: administrators?.get(organization.id),
  })
  const mayLeave = offers('severalOrganizations')
  if (membership === undefined || !(mayLeave || mayDelete)) return null
  return (
    <Panel title={text.danger} flush>
      {mayLeave && (
        <SettingRow name={removeOrganizationMemberText.leave} hint={whyNotLeave ?? text.leaveHint}>
          <Button variant="danger" reason={whyNotLeave} onClick={() => setOpen('leave')}>
            {removeOrganizationMemberText.leave}
          </Button>
        </SettingRow>
      )}
      {mayDelete && (
        <SettingRow name={text.delete} hint={offers('billing') ? text.deleteHint : text.deleteHintPlain}>
          <Button variant="danger" onClick={() => setOpen('delete')}>
            {text.delete}
          </Button>
        </SettingRow>
      )}
      {open === 'leave' && (
        <LeaveOrganizationDialog organization={organization} membership={membership} onClose={close} />
      )}
      {open === 'delete' && <DeleteOrganizationDialog organization={organization} onClose={close} />}
    </Panel>
  )
}
