import {
  derivedReleaseStatus,
  releaseStatusTone,
  shownReleaseStatus,
  type ReleaseStatusFields,
} from '@/domain/release/release-status.ts'
import { releaseStatusText, releaseText } from '@/messages/releases/releases.ts'
import { useTimeText } from '@/ui/display/now.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'

/** A release's status as a badge. A running build without updates becomes failed with time, without new data. */
export function ReleaseStatusBadge({ release, plain }: { release: ReleaseStatusFields; plain?: boolean }) {
  const derived = useTimeText((now) => derivedReleaseStatus(release, now))
  const status = shownReleaseStatus(derived)
  return (
    <StatusBadge
      plain={plain ?? false}
      tone={releaseStatusTone[status]}
      title={derived === 'timeout' ? releaseText.timedOut : undefined}
    >
      {releaseStatusText[status]}
    </StatusBadge>
  )
}
