import { ActivityView } from '@/domain/activity/ActivityView.tsx'
import { activityPageText as text } from '@/messages/activity.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'

/** All changes made with this browser by the account. */
export function Component() {
  return (
    <PageFrame title={text.title} crumbs={[{ label: text.title }]} documentTitle={text.documentTitle}>
      <ActivityView scope={null} />
    </PageFrame>
  )
}
