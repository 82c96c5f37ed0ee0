import { activityPageText as text } from '@/messages/activity/activity.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { ActivityView } from '@/widgets/activity/ActivityView.tsx'

/** All changes made with this browser by the account. */
export function Component() {
  return (
    <PageFrame title={text.title} crumbs={[{ label: text.title }]} documentTitle={text.documentTitle}>
      <ActivityView scope={null} />
    </PageFrame>
  )
}
