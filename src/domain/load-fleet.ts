import { redirect, type LoaderFunctionArgs } from 'react-router'
import { isApiError } from '@/api/errors.ts'
import { paths } from '@/lib/paths.ts'
import { errorText } from '@/messages/common.ts'
import { fleetText } from '@/messages/fleets.ts'
import { showToast } from '@/ui/toasts.ts'
import { classInPath, numericId, pathOfClass } from './fleet-class.ts'
import { fleetQuery, type Fleet } from './fleet.queries.ts'
import { cacheOf } from './route-cache.ts'

/** Ids are 32-bit numbers on the platform; a larger one is refused as a malformed query rather than as absent. */
const MAX_ID = 2_147_483_647

type Args = Pick<LoaderFunctionArgs, 'params' | 'request' | 'context'>

/**
 * The fleet, app or block that an address speaks of. Throws a redirect: one level up with a toast when the id is no
 * number, to the fleets when there is no such fleet, and to the same page under the right prefix when the class is
 * another (spec 2 §2, §8).
 */
export async function loadFleet({ params, request, context }: Args): Promise<Fleet> {
  const { pathname, search, hash } = new URL(request.url)
  const written = params.applicationId ?? ''
  const id = numericId(written)
  if (id === undefined) {
    // Layout and tab load at the same time and both come here; the key keeps it to one toast.
    showToast({ tone: 'bad', key: 'invalid-id', title: errorText.invalidIdInUrl(written) })
    throw redirect(paths.applications(classInPath(pathname)))
  }
  const fleet = await readFleet(id, { context })
  if (fleet === undefined) {
    showToast({ tone: 'warn', key: 'fleet-not-found', title: fleetText.notFound })
    throw redirect(paths.fleets())
  }
  if (classInPath(pathname) !== fleet.is_of__class) {
    throw redirect(`${pathOfClass(pathname, fleet.is_of__class)}${search}${hash}`)
  }
  return fleet
}

async function readFleet(id: number, { context }: Pick<Args, 'context'>): Promise<Fleet | undefined> {
  if (id > MAX_ID) return undefined
  try {
    return await cacheOf({ context }).ensureQueryData(fleetQuery(id))
  } catch (error) {
    if (isApiError(error, 'not-found')) return undefined
    throw error
  }
}
