import { useMemo } from 'react'
import { ActivityView } from '@/domain/activity/ActivityView.tsx'
import { activityPageText as text } from '@/messages/activity.ts'

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
