import { useMemo } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { ActivityView } from '@/domain/activity/ActivityView.tsx'
import { loadOrganizationScope, useOrganizationScope } from '@/domain/organization/organization-route.ts'
import { activityPageText as text } from '@/messages/activity.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'

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
