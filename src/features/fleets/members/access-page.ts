import type { LoaderFunctionArgs } from 'react-router'
import { fleetRoleQuery } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { loadFleet } from '@/widgets/fleet/fleet-loader.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'

/** Users without a role and support agents see neither members nor teams. */
function maySeeAccess(role: Role): boolean {
  return role !== 'member' && role !== 'support_agent'
}

/** Loader data of the member and team pages. */
export async function loadAccessPage(args: LoaderFunctionArgs) {
  const { id } = await loadFleet(args)
  const role = (await cacheOf(args).ensureQueryData(fleetRoleQuery(id))) ?? 'member'
  return { id, maySee: maySeeAccess(role) }
}
