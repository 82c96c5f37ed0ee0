import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { offers } from '@/api/api.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { organizationRole, type Organization } from '@/domain/organization/organization.queries.ts'
import { organizationEditText as text } from '@/messages/organizations/organization-edit.ts'
import { Avatar } from '@/ui/display/Avatar.tsx'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { LogoDialog } from './LogoDialog.tsx'
import { organizationDetailsQuery } from './organizations.queries.ts'
import { RenameOrganizationDialog } from './RenameOrganizationDialog.tsx'

/** Name and logo of the organization. */
export function OrganizationSettings({ organization }: { organization: Organization }) {
  const [open, setOpen] = useState<'rename' | 'logo' | null>(null)
  const { data: details } = useQuery(organizationDetailsQuery(organization.id))
  const close = () => setOpen(null)
  const mayChange = offers('organizationChanges')
  const whyNotUpdate = whyNotAllowed(organizationRole(organization), 'resin.organization.update')
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
        hint={mayChange ? text.nameHint : text.unchangeableHint}
      >
        {mayChange && (
          <Button reason={whyNotUpdate} onClick={() => setOpen('rename')}>
            {text.rename}
          </Button>
        )}
      </SettingRow>
      {offers('organizationDetails') && (
        <SettingRow
          name={text.logo}
          value={<Avatar name={organization.name} imageUrl={details?.logo ?? undefined} size={36} />}
          hint={text.logoHint}
        >
          <Button reason={whyNotUpdate} onClick={() => setOpen('logo')}>
            {text.logoChange}
          </Button>
        </SettingRow>
      )}
      {details?.created && (
        <SettingRow name={text.since} value={<RelativeTime at={details.created} />} hint={text.sinceHint}>
          {null}
        </SettingRow>
      )}
      {open === 'rename' && <RenameOrganizationDialog organization={organization} onClose={close} />}
      {open === 'logo' && <LogoDialog organization={organization.id} onClose={close} />}
    </Panel>
  )
}
