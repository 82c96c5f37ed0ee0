import { redirect, useOutletContext, type LoaderFunctionArgs } from 'react-router'
import { numericId } from '@/domain/fleet-class.ts'
import type { Fleet } from '@/domain/fleet.queries.ts'
import { loadFleet } from '@/domain/load-fleet.ts'
import type { Role } from '@/domain/permissions.ts'
import { cacheOf } from '@/domain/route-cache.ts'
import { paths } from '@/lib/paths.ts'
import { errorText } from '@/messages/common.ts'
import { releaseProblemText } from '@/messages/releases.ts'
import { showToast } from '@/ui/toasts.ts'
import { releaseQuery, type Release } from './releases.queries.ts'

/** Ids are 32-bit numbers on the platform; a larger one is refused as a malformed query rather than as absent. */
const MAX_ID = 2_147_483_647

/**
 * The release that an address speaks of, and its fleet. Throws a redirect to the fleet's releases: with an error when the
 * id is no number, with a notice when there is no such release (spec 2 §2, §8).
 */
export async function loadRelease(args: LoaderFunctionArgs): Promise<{ fleet: Fleet; release: Release }> {
  const fleet = await loadFleet(args)
  // The fleet's page says why and where to go.
  if (fleet.organization[0].is_frozen) throw redirect(paths.application(fleet.id, fleet.is_of__class))
  const written = args.params.releaseId ?? ''
  const id = numericId(written)
  if (id === undefined) {
    // Layout and tab load at the same time and both come here; the key keeps it to one toast.
    showToast({ tone: 'bad', key: 'invalid-id', title: errorText.invalidIdInUrl(written) })
    throw redirect(paths.releases(fleet.id, fleet.is_of__class))
  }
  const release = id > MAX_ID ? null : await cacheOf(args).ensureQueryData(releaseQuery(id))
  if (release === null || release.belongs_to__application[0].id !== fleet.id) {
    showToast({ tone: 'warn', key: 'release-not-found', title: releaseProblemText.notFound })
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
