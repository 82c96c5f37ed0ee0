import type { LoaderFunctionArgs } from 'react-router'
import { maySeeBilling } from '@/domain/organization/frozen-organization.ts'
import { organizationRole, type Organization } from '@/domain/organization/organization.queries.ts'
import { leavePage } from '@/widgets/access/leave-page.ts'
import { loadOrganizationScope } from '@/widgets/organization/organization-route.ts'

/** The organization of a billing page with this title; null if there is none. Redirects users who may not see its billing. */
export async function loadBilledOrganization(
  args: LoaderFunctionArgs,
  title: string,
): Promise<Organization | null> {
  const orgScope = await loadOrganizationScope(args)
  if (orgScope === null) return null
  const { organization } = orgScope
  if (!maySeeBilling(organization)) throw leavePage(title, organizationRole(organization))
  return organization
}
