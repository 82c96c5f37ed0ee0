import { redirect, type LoaderFunctionArgs } from 'react-router'
import { maySeeBilling } from '@/domain/billing/frozen-organization.ts'
import { loadOrganizationScope } from '@/domain/organization/organization-scope.ts'
import type { Organization } from '@/domain/organization/organization.queries.ts'
import { paths } from '@/lib/paths.ts'

/**
 * The organization of an address about money; null when there is none. Throws a redirect to the organization itself for
 * anybody who may not see its billing.
 */
export async function loadBilledOrganization(args: LoaderFunctionArgs): Promise<Organization | null> {
  const place = await loadOrganizationScope(args)
  if (place === null) return null
  const { organization } = place
  if (!maySeeBilling(organization)) throw redirect(paths.organization(organization.id))
  return organization
}
