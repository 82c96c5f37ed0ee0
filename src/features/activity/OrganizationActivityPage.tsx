import { useMemo } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { activityPageText as text } from '@/messages/activity/activity.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { ActivityView } from '@/widgets/activity/ActivityView.tsx'
import { loadOrganizationScope, useOrganizationScope } from '@/widgets/organization/organization-route.ts'

export async function loader(args: LoaderFunctionArgs) {
  await loadOrganizationScope(args)
  return null
}

/** Changes to an organization, its fleets and their devices made with this browser. */
export function Component() {
  const { organization } = useOrganizationScope()
  const { id } = organization
  const scope = useMemo(() => ({ kind: 'organization' as const, id }), [id])
  return (
    <PageFrame title={text.title} documentTitle={text.of(organization.name)}>
      <ActivityView scope={scope} />
    </PageFrame>
  )
}
