import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { fleetRoleQuery } from '@/domain/access/fleet-access.ts'
import { fleetSettingsText as text } from '@/messages/fleets/fleet-settings.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { loadFleet } from '@/widgets/fleet/fleet-loader.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { DangerPanel } from './DangerPanel.tsx'
import { GeneralPanel } from './GeneralPanel.tsx'
import { PolicyPanel } from './PolicyPanel.tsx'
import { PublishingPanel } from './PublishingPanel.tsx'
import { settingsQuery } from './settings.queries.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { id } = await loadFleet(args)
  const cache = cacheOf(args)
  await Promise.all([cache.ensureQueryData(settingsQuery(id)), cache.ensureQueryData(fleetRoleQuery(id))])
  return { id }
}

/** The settings of a fleet, app or block. */
export function Component() {
  const { id } = useLoaderData<typeof loader>()
  const query = useSuspenseQuery(settingsQuery(id))
  const { data: known } = useQuery(fleetRoleQuery(id))
  const role = known ?? 'member'
  const fleet = query.data
  return (
    <PageFrame title={text.title} documentTitle={text.documentTitle(fleet.app_name)}>
      <StaleNotice query={query} />
      <GeneralPanel fleet={fleet} role={role} />
      <PolicyPanel fleet={fleet} role={role} />
      <PublishingPanel fleet={fleet} role={role} />
      <DangerPanel fleet={fleet} role={role} />
    </PageFrame>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} failed={text.loadFailed} />
