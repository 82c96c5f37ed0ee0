import { redirect, useOutletContext, type LoaderFunctionArgs } from 'react-router'
import { parseRouteId } from '@/domain/navigation/parse-route-id.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { loadFleet } from '@/domain/fleet/fleet-loader.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { cacheOf } from '@/domain/navigation/route-cache.ts'
import { paths } from '@/lib/paths.ts'
import { notFoundText } from '@/messages/common.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { releaseQuery, type Release } from './releases.queries.ts'

/**
 * The release that an address speaks of, and its fleet. Throws a redirect to the fleet's releases: with an error when the
 * id is no number, with a notice when there is no such release.
 */
export async function loadRelease(args: LoaderFunctionArgs): Promise<{ fleet: Fleet; release: Release }> {
  const fleet = await loadFleet(args)
  const id = parseRouteId(args.params.releaseId, paths.releases(fleet.id, fleet.is_of__class))
  const release = id === null ? null : await cacheOf(args).ensureQueryData(releaseQuery(id))
  if (release === null || release.belongs_to__application[0].id !== fleet.id) {
    showToast({ tone: 'warn', key: 'release-not-found', title: notFoundText.release })
    throw redirect(paths.releases(fleet.id, fleet.is_of__class))
  }
  return { fleet, release }
}

/** What every part of a release's page works with. */
export interface ReleasePageData {
  fleet: Fleet
  release: Release
  role: Role
}

/** The page's data, in any of its tabs. */
export function useReleasePage(): ReleasePageData {
  return useOutletContext<ReleasePageData>()
}
