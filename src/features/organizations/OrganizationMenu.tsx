import { IconDots, IconLogout, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { offers } from '@/api/api.ts'
import { organizationRole } from '@/domain/organization/organization.queries.ts'
import { organizationEditText as text } from '@/messages/organizations/organization-edit.ts'
import { removeOrganizationMemberText } from '@/messages/organizations/organization-members.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import { Menu } from '@/ui/overlay/Menu.tsx'
import { giveUp } from './give-up.ts'
import { DeleteOrganizationDialog, LeaveOrganizationDialog } from './GiveUpDialogs.tsx'
import type { ListedOrganization } from './organizations.queries.ts'

export interface OrganizationMenuProps {
  organization: ListedOrganization
  /** Membership ids of its administrators; undefined until loaded. */
  administrators: readonly number[] | undefined
}

/** Actions on an organization in the list. */
export function OrganizationMenu({ organization, administrators }: OrganizationMenuProps) {
  const [open, setOpen] = useState<'leave' | 'delete' | null>(null)
  const membership = organization.organization_membership[0]?.id
  const { mayDelete, whyNotLeave } = giveUp({
    membership,
    role: organizationRole(organization),
    administrators,
  })
  if (membership === undefined || !offers('organizationChanges')) return null
  return (
    <>
      <Menu
        trigger={
          <IconButton
            size="s"
            label={text.actionsOf(organization.name)}
            icon={<IconDots size={16} aria-hidden="true" />}
          />
        }
        groups={[
          {
            actions: [
              {
                label: removeOrganizationMemberText.leave,
                key: 'leave',
                icon: <IconLogout size={15} aria-hidden="true" />,
                reason: whyNotLeave,
                onSelect: () => setOpen('leave'),
              },
              ...(mayDelete
                ? [
                    {
                      label: text.delete,
                      key: 'delete',
                      icon: <IconTrash size={15} aria-hidden="true" />,
                      danger: true,
                      onSelect: () => setOpen('delete'),
                    },
                  ]
                : []),
            ],
          },
        ]}
      />
      {open === 'leave' && (
        <LeaveOrganizationDialog
          organization={organization}
          membership={membership}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'delete' && (
        <DeleteOrganizationDialog organization={organization} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
