import { redirect, useOutletContext, type LoaderFunctionArgs } from 'react-router'
import type { Role } from '@/domain/access/permissions.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { paths } from '@/lib/paths.ts'
import { notFoundText } from '@/messages/common/not-found.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { loadFleet } from '@/widgets/fleet/fleet-loader.ts'
import { parseRouteId } from '@/widgets/navigation/parse-route-id.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { releaseQuery, type Release } from './releases.queries.ts'

/**
 * Loads the release of the address and its fleet. Throws a redirect to the releases of the fleet: with an error if
 * the id is invalid, with a notice if the release does not exist.
 */
export async function loadRelease(args: LoaderFunctionArgs): Promise<{ fleet: Fleet; release: Release }> {
  const fleet = await loadFleet(args)
  const id = parseRouteId(args.params.releaseId, paths.releases(fleet.id, fleet.is_of__class))
  const release = id === null ? null : await cacheOf(args).ensureQueryData(releaseQuery(id))
  if (release?.belongs_to__application[0]?.id !== fleet.id) {
    showToast({ tone: 'warn', key: 'release-not-found', title: notFoundText.release })
    throw redirect(paths.releases(fleet.id, fleet.is_of__class))
  }
  return { fleet, release }
}

/** Data shared by all tabs of a release page. */
export interface ReleasePageData {
  fleet: Fleet
  release: Release
  role: Role
}

/** The page data, for use in its tabs. */
export function useReleasePage(): ReleasePageData {
  return useOutletContext<ReleasePageData>()
}
