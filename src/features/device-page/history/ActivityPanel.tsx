import { useMemo } from 'react'
import { activityPageText as text } from '@/messages/activity/activity.ts'
import { ActivityView } from '@/widgets/activity/ActivityView.tsx'

/** Changes to the device made in this browser. */
export function ActivityPanel({ device: { id, uuid } }: { device: { id: number; uuid: string } }) {
  const scope = useMemo(() => ({ kind: 'device' as const, id, uuid }), [id, uuid])
  return (
    <>
      <h2>{text.panel}</h2>
      <ActivityView scope={scope} />
    </>
  )
}
