import { failureText } from '@/features/device-page/failure-text.ts'
import { formatNumber } from '@/lib/format.ts'
import { commonText } from '@/messages/common/common.ts'
import { logText } from '@/messages/device-page/device.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import type { FeedSnapshot } from './log-feed.ts'
import styles from './LogsPanel.module.css'

interface LogConnectionProps {
  snapshot: FeedSnapshot
  /** Why the linked line cannot be shown. */
  linked: string | null
}

/** The status of the log stream in one line. */
export function LogConnection({ snapshot: { state, error, dropped }, linked }: LogConnectionProps) {
  const tone = state === 'live' ? 'ok' : state === 'connecting' ? 'info' : 'warn'
  return (
    <p className={styles.connection}>
      <StatusBadge plain tone={tone}>
        {logText.states[state]}
      </StatusBadge>
      {state === 'retrying' && (
        <Status as="span">{error === null ? logText.ended : logText.broke(failureText(error))}</Status>
      )}
      {linked !== null && <Status as="span">{linked}</Status>}
      {dropped > 0 && <span>{logText.dropped(formatNumber(dropped))}</span>}
      <span className="visually-hidden">{state === 'connecting' ? commonText.loading : ''}</span>
    </p>
  )
}
