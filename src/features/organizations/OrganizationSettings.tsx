import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { whyNotAllowed } from '@/domain/fleet-access.ts'
import { organizationRole, type Organization } from '@/domain/organization.queries.ts'
import { removeOrganizationMemberText } from '@/messages/organization-members.ts'
import { organizationEditText as text } from '@/messages/organizations.ts'
import { Avatar } from '@/ui/Avatar.tsx'
import { Button } from '@/ui/Button.tsx'
import { CopyButton } from '@/ui/CopyButton.tsx'
import { Panel } from '@/ui/Panel.tsx'
import { RelativeTime } from '@/ui/RelativeTime.tsx'
import { SettingRow } from '@/ui/SettingRow.tsx'
import { giveUp } from './give-up.ts'
import { DeleteOrganizationDialog, LeaveOrganizationDialog } from './GiveUpDialogs.tsx'
import { LogoDialog } from './LogoDialog.tsx'
import { administratorsQuery, organizationDetailsQuery } from './organizations.queries.ts'
import { RenameOrganizationDialog } from './RenameOrganizationDialog.tsx'

/** Name, logo, and giving the organization up (spec 3 §5, §6). */
export function OrganizationSettings({ organization }: { organization: Organization }) {
  const [open, setOpen] = useState<'rename' | 'logo' | 'leave' | 'delete' | null>(null)
  const { data: details } = useQuery(organizationDetailsQuery(organization.id))
  const { data: administrators } = useQuery(administratorsQuery([organization.id]))
  const close = () => setOpen(null)
  const role = organizationRole(organization)
  const membership = organization.organization_membership[0]?.id
  const { mayDelete, offersLeaving, whyNotLeave } = giveUp({
    membership,
    role,
    administrators: administrators?.get(organization.id),
  })
  const whyNotUpdate = whyNotAllowed(role, 'resin.organization.update')
  return (
    <Panel title={text.settings} flush>
      <SettingRow
        name={text.name}
        value={
          <>
            {organization.name} <span className="mono">{organization.handle}</span>
            <CopyButton text={organization.handle} what={text.handle} />
          </>
        }
        hint={text.nameHint}
      >
        <Button reason={whyNotUpdate} onClick={() => setOpen('rename')}>
          {text.rename}
        </Button>
      </SettingRow>
      <SettingRow
        name={text.logo}
        value={<Avatar name={organization.name} imageUrl={details?.logo ?? undefined} size={36} />}
        hint={text.logoHint}
      >
        <Button reason={whyNotUpdate} onClick={() => setOpen('logo')}>
          {text.logoChange}
        </Button>
      </SettingRow>
      {details?.created && (
        <SettingRow name={text.since} value={<RelativeTime at={details.created} />} hint={text.sinceHint}>
          {null}
        </SettingRow>
      )}
      {offersLeaving && (
        <SettingRow name={removeOrganizationMemberText.leave} hint={text.leaveHint}>
          <Button variant="danger" reason={whyNotLeave} onClick={() => setOpen('leave')}>
            {removeOrganizationMemberText.leave}
          </Button>
        </SettingRow>
      )}
      {mayDelete && (
        <SettingRow name={text.delete} hint={text.deleteHint}>
          <Button variant="danger" onClick={() => setOpen('delete')}>
            {text.delete}
          </Button>
        </SettingRow>
      )}
      {open === 'rename' && <RenameOrganizationDialog organization={organization} onClose={close} />}
      {open === 'logo' && <LogoDialog organization={organization.id} onClose={close} />}
      {open === 'leave' && membership !== undefined && (
        <LeaveOrganizationDialog organization={organization} membership={membership} onClose={close} />
      )}
      {open === 'delete' && <DeleteOrganizationDialog organization={organization} onClose={close} />}
    </Panel>
  )
}
