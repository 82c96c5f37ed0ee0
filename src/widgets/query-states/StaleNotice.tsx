import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { commonText } from '@/messages/common/common.ts'
import { staleText } from '@/messages/common/stale.ts'
import { relativeTime } from '@/messages/common/time.ts'
import { TimeProvider, useTimeText, type TimeSource } from '@/ui/display/now.tsx'
import { announce } from '@/ui/feedback/announcements.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { useLasting, usePassed } from '@/ui/use-lasting.ts'
import styles from './StaleNotice.module.css'

// The age of data is real time, even if devices live in simulated time.
const realTime: TimeSource = { now: () => Date.now() }

/** The fields of a query result that describe its last refresh. */
export interface Refreshable {
  isRefetchError: boolean
  isFetching: boolean
  error: Error | null
  dataUpdatedAt: number
  refetch(): unknown
}

/** Longer than any answer of a platform that is only busy; shorter than the time limit of a request. */
export const SLOW_MS = 20_000

/** Twice the longest polling interval of a count: older numbers are those of a platform that is asked less often. */
export const OLD_MS = 120_000

export type StaleNoticeProps = {
  /** The data are polled at the pace of the platform (`domain/pace.ts`): their age is shown from `OLD_MS` on. */
  paced?: boolean
} & (
  | { query: Refreshable }
  /** What is shown is from both: there is one line, for the worse of them. */
  | { queries: readonly [Refreshable, Refreshable] }
)

/**
 * A line shown while background refreshes fail, or one of them gets no answer, or the platform is too slow to be asked
 * often: the age of the data, and after a failure a retry button.
 */
export function StaleNotice({ paced = false, ...props }: StaleNoticeProps) {
  const [one, other] = 'queries' in props ? props.queries : [props.query]
  const isSlow = useLasting(isWaiting(one), SLOW_MS)
  const isOtherSlow = useLasting(isWaiting(other), SLOW_MS)
  const failed = oldest([one, other].filter((query) => query?.isRefetchError))
  const slow = oldest([isSlow && one, isOtherSlow && other])
  const eldest = oldest([one, other].filter((query) => (query?.dataUpdatedAt ?? 0) > 0))
  const isOld = usePassed((eldest?.dataUpdatedAt ?? 0) + OLD_MS) && paced
  const worst = failed ?? slow
  const isAnnounced = useStale(worst !== undefined)
  return (
    <Status as="div" when={isAnnounced} className={styles.region}>
      {(worst ?? (isOld && eldest)) && (
        <TimeProvider source={realTime}>
          {failed ? (
            <Failed query={failed} />
          ) : slow ? (
            <Slow query={slow} />
          ) : (
            isOld && eldest && <Old query={eldest} />
          )}
        </TimeProvider>
      )}
    </Status>
  )
}

/** The notices on the page that say that data is not refreshed: several lists and charts mostly fail together. */
const stale = { notices: 0, isSaid: false }

/**
 * Announces that all data is fresh again, and returns what tells whether a change of the notice is announced: the first one on a
 * page when it begins. Neither that the age grows, nor that data is merely old: the platform is asked less often.
 */
function useStale(isStale: boolean): () => boolean {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  useEffect(() => {
    if (!isStale) return undefined
    stale.notices += 1
    return () => {
      stale.notices -= 1
      if (stale.notices > 0) return
      stale.isSaid = false
      // Whoever leaves the page is told nothing.
      if (isMounted.current) announce(staleText.refreshed)
    }
  }, [isStale])
  return () => {
    if (!isStale || stale.isSaid) return false
    stale.isSaid = true
    return true
  }
}

const isWaiting = (query: Refreshable | undefined) =>
  query !== undefined && query.isFetching && !query.isRefetchError && query.dataUpdatedAt > 0

/** The query with the oldest data. */
const oldest = (queries: readonly (Refreshable | undefined | false)[]): Refreshable | undefined =>
  queries
    .filter((query) => query !== undefined && query !== false)
    .toSorted((a, b) => a.dataUpdatedAt - b.dataUpdatedAt)[0]

function Old({ query }: { query: Refreshable }) {
  const age = useTimeText((now) => relativeTime(query.dataUpdatedAt, now))
  return <p className={styles.line}>{staleText.old(age)}</p>
}

/** There is nothing to press: the request ends by itself, and is then sent again. */
function Slow({ query }: { query: Refreshable }) {
  const age = useTimeText((now) => relativeTime(query.dataUpdatedAt, now))
  return (
    <p className={styles.line}>
      <StatusMark tone="warn" />
      <span className={styles.said}>{staleText.slow(age)}</span>
    </p>
  )
}

function Failed({ query }: { query: Refreshable }) {
  const age = useTimeText((now) => relativeTime(query.dataUpdatedAt, now))
  return (
    <p className={styles.line} title={errorMessage(query.error)}>
      <StatusMark tone="warn" />
      <span className={styles.said}>{staleText.notRefreshed(age)}</span>
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
