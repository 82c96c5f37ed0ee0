import { IconRefresh } from '@tabler/icons-react'
import { commonText } from '@/messages/common.ts'
import { staleText } from '@/messages/stale.ts'
import { relativeTime } from '@/messages/time.ts'
import { Button } from '@/ui/form/Button.tsx'
import { TimeProvider, useTimeText, type TimeSource } from '@/ui/display/now.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { errorMessage } from './error-message.ts'
import styles from './StaleNotice.module.css'

// The age of what was read is real time, also where the devices live in simulated time.
const realTime: TimeSource = { now: () => Date.now() }

/** The part of a query's result that says whether its last refresh failed. */
export interface Refreshable {
  isRefetchError: boolean
  isFetching: boolean
  error: Error | null
  dataUpdatedAt: number
  refetch(): unknown
}

/** A quiet line while a background refresh fails: what is shown stays, with its age and a way to try again. */
export function StaleNotice({ query }: { query: Refreshable }) {
  return (
    <div role="status" className={styles.region}>
      {query.isRefetchError && (
        <TimeProvider source={realTime}>
          <Line query={query} />
        </TimeProvider>
      )}
    </div>
  )
}

function Line({ query }: { query: Refreshable }) {
  const age = useTimeText((now) => relativeTime(query.dataUpdatedAt, now))
  return (
    <p className={styles.line} title={errorMessage(query.error)}>
      <StatusMark tone="warn" />
      {staleText.notRefreshed(age)}
      <Button
        size="s"
        variant="quiet"
        icon={<IconRefresh size={14} aria-hidden="true" />}
        busy={query.isFetching}
        onClick={() => void query.refetch()}
      >
        {commonText.retry}
      </Button>
    </p>
  )
}
