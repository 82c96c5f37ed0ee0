import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import { activityPageText as text } from '@/messages/activity/activity.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { ActivityView } from '@/widgets/activity/ActivityView.tsx'
import { loadFleet } from '@/widgets/fleet/fleet-loader.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { id } = await loadFleet(args)
  return { id }
}

/** Changes to a fleet and its devices made with this browser. */
export function Component() {
  const { id } = useLoaderData<typeof loader>()
  const { data: fleet } = useSuspenseQuery(fleetQuery(id))
  const scope = useMemo(() => ({ kind: 'fleet' as const, id }), [id])
  return (
    <PageFrame title={text.title} documentTitle={text.of(fleet.app_name)}>
      <ActivityView scope={scope} />
    </PageFrame>
  )
}
