import { may } from '@/domain/access/permissions.ts'
import { paths } from '@/lib/paths.ts'
import { organizationRole, type Organization } from './organization.queries.ts'

/** Whether the user may view and change the billing of an organization. */
export const maySeeBilling = (organization: Pick<Organization, 'organization_membership'>): boolean =>
  may(organizationRole(organization), 'resin.organization.access_billing')

/**
 * Whether a page of a frozen organization can still be opened: the billing pages, by users with access
 * (docs/decisions/product-rules.md, 37).
 */
export function staysOpen(organization: Organization, pathname: string): boolean {
  if (!maySeeBilling(organization)) return false
  const open = [paths.billing(organization.id), paths.credits(organization.id)]
  return open.some((path) => pathname.replace(/\/$/, '').endsWith(path))
}
