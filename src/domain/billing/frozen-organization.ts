import { paths } from '@/lib/paths.ts'
import { organizationText as text } from '@/messages/organizations.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { organizationRole, type Organization } from '../organization/organization.queries.ts'
import { may } from '../access/permissions.ts'

/** Whether the person may change how an organization pays. */
export const maySeeBilling = (organization: Pick<Organization, 'organization_membership'>): boolean =>
  may(organizationRole(organization), 'resin.organization.access_billing')

/**
 * Where nothing of an organization can be opened because it is frozen: its billing page for who may see it, else the list
 * of organizations. Says why; layout and page come here together, and the key keeps it to one message (docs/decisions/product-rules.md, 37).
 */
export function leaveFrozen(organization: Organization): string {
  const settles = maySeeBilling(organization)
  showToast({
    tone: 'bad',
    key: 'organization-frozen',
    title: text.frozenTitle(organization.name),
    detail: `${text.frozen} ${settles ? text.frozenForAdministrator : text.frozenForOthers}`,
  })
  return settles ? paths.billing(organization.id) : paths.organizations()
}

/** The pages of a frozen organization that stay open to who may settle what it owes (docs/decisions/product-rules.md, 37). */
export function staysOpen(organization: Organization, pathname: string): boolean {
  if (!maySeeBilling(organization)) return false
  const open = [paths.billing(organization.id), paths.credits(organization.id)]
  return open.some((path) => pathname.replace(/\/$/, '').endsWith(path))
}
