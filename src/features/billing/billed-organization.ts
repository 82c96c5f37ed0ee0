import { redirect, type LoaderFunctionArgs } from 'react-router'
import { maySeeBilling } from '@/domain/organization/frozen-organization.ts'
import type { Organization } from '@/domain/organization/organization.queries.ts'
import { paths } from '@/lib/paths.ts'
import { loadOrganizationScope } from '@/widgets/organization/organization-route.ts'

/** The organization of a billing page; null if there is none. Redirects users who may not see its billing. */
export async function loadBilledOrganization(args: LoaderFunctionArgs): Promise<Organization | null> {
  const orgScope = await loadOrganizationScope(args)
  if (orgScope === null) return null
  const { organization } = orgScope
  if (!maySeeBilling(organization)) throw redirect(paths.organization(organization.id))
  return organization
}
