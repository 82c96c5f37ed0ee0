import { redirect, type LoaderFunctionArgs } from 'react-router'
import { isApiError } from '@/api/errors.ts'
import { classInPath, pathOfClass } from '@/domain/fleet/fleet-class.ts'
import { fleetQuery, type Fleet } from '@/domain/fleet/fleet.queries.ts'
import { withoutBase } from '@/lib/base.ts'
import { paths } from '@/lib/paths.ts'
import { notFoundText } from '@/messages/common/not-found.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { parseRouteId } from '@/widgets/navigation/parse-route-id.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'

type Args = Pick<LoaderFunctionArgs, 'params' | 'request' | 'context'>

/**
 * The fleet, app or block of a route. Throws a redirect: one level up with a toast when the id is not a number, to the
 * fleets when it does not exist, to the correct prefix for another class, and to the organization when it is frozen.
 */
export async function loadFleet({ params, request, context }: Args): Promise<Fleet> {
  const { pathname: wanted, search, hash } = new URL(request.url)
  const pathname = withoutBase(wanted)
  const id = parseRouteId(params.applicationId, paths.applications(classInPath(pathname)))
  const fleet = id === null ? undefined : await readFleet(id, { context })
  if (fleet === undefined) {
    showToast({ tone: 'warn', key: 'fleet-not-found', title: notFoundText.fleet })
    throw redirect(paths.fleets())
  }
  if (classInPath(pathname) !== fleet.is_of__class) {
    throw redirect(`${pathOfClass(pathname, fleet.is_of__class)}${search}${hash}`)
  }
  const [organization] = fleet.organization
  if (organization.is_frozen) throw redirect(paths.organization(organization.id))
  return fleet
}

async function readFleet(id: number, { context }: Pick<Args, 'context'>): Promise<Fleet | undefined> {
  try {
    return await cacheOf({ context }).ensureQueryData(fleetQuery(id))
  } catch (error) {
    if (isApiError(error, 'not-found')) return undefined
    throw error
  }
}
