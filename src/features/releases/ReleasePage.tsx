import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { isApiError } from '@/api/errors.ts'
import { fleetRoleQuery } from '@/domain/access/fleet-access.ts'
import { fleetQuery, type Fleet } from '@/domain/fleet/fleet.queries.ts'
import { spokenVersion } from '@/domain/release/release-label.ts'
import { paths } from '@/lib/paths.ts'
import { releasePageText, releaseProblemText } from '@/messages/releases/releases.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { loadRelease, type ReleasePageData } from './load-release.ts'
import { releasesCrumbs } from './releases-crumbs.ts'
import { releaseQuery, type Release } from './releases.queries.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { fleet, release } = await loadRelease(args)
  await cacheOf(args).ensureQueryData(fleetRoleQuery(fleet.id))
  return { fleetId: fleet.id, fleetClass: fleet.is_of__class, releaseId: release.id }
}

/** The layout of a release page: breadcrumbs and tabs. */
export function Component() {
  const { fleetId, fleetClass, releaseId } = useLoaderData<typeof loader>()
  const { data: fleet, error } = useSuspenseQuery(fleetQuery(fleetId))
  const query = useSuspenseQuery(releaseQuery(releaseId))
  const { data: role } = useSuspenseQuery(fleetRoleQuery(fleetId))
  if (isApiError(error, 'not-found')) return <Navigate to={paths.fleets()} replace />
  const release = query.data
  if (release === null) return <Gone to={paths.releases(fleetId, fleetClass)} />
  const data: ReleasePageData = { fleet, release, role: role ?? 'member' }
  return (
    <PageFrame
      crumbs={[...releasesCrumbs(fleet), { label: spokenVersion(release) }]}
      tabs={tabsOf(fleet, release)}
      tabsLabel={releasePageText.tabs}
    >
      <StaleNotice query={query} />
      <Outlet key={release.id} context={data} />
    </PageFrame>
  )
}

/** Shown if the release was deleted while its page was open. */
function Gone({ to }: { to: string }) {
  useEffect(() => {
    showToast({ tone: 'warn', key: 'release-not-found', title: releaseProblemText.gone })
  }, [])
  return <Navigate to={to} replace />
}

/** Only fleets have devices, so only they have a rollout tab. */
function tabsOf({ id, is_of__class }: Fleet, release: Release) {
  return [
    { to: paths.release(id, release.id, is_of__class), label: releasePageText.summary, end: true },
    ...(is_of__class === 'fleet'
      ? [{ to: paths.releaseRollout(id, release.id), label: releasePageText.rollout }]
      : []),
    { to: paths.releaseSettings(id, release.id, is_of__class), label: releasePageText.settings },
  ]
}
