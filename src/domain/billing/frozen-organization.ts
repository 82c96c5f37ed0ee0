import { paths } from '@/lib/paths.ts'
import { organizationText as text } from '@/messages/organizations.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { organizationRole, type Organization } from '../organization/organization.queries.ts'
import { may } from '../access/permissions.ts'

/** Whether the user may view and change the billing of an organization. */
export const maySeeBilling = (organization: Pick<Organization, 'organization_membership'>): boolean =>
  may(organizationRole(organization), 'resin.organization.access_billing')

/**
 * Where to redirect from a page of a frozen organization: to its billing page if the user has access, else to the list of
 * organizations. Shows a toast with the reason; its key avoids a second one, because layout and page both call this
 * (docs/decisions/product-rules.md, 37).
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

/**
 * Whether a page of a frozen organization can still be opened: the billing pages, by users with access
 * (docs/decisions/product-rules.md, 37).
 */
export function staysOpen(organization: Organization, pathname: string): boolean {
  if (!maySeeBilling(organization)) return false
  const open = [paths.billing(organization.id), paths.credits(organization.id)]
  return open.some((path) => pathname.replace(/\/$/, '').endsWith(path))
}
