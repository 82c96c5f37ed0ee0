import { useEffect } from 'react'
import { reportFailure } from './report-failure.ts'
import { deviceText } from '@/messages/device.ts'
import { relativeTime } from '@/messages/time.ts'
import { commonText } from '@/messages/common.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { useTimeText } from '@/ui/display/now.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { failureText } from './failure-text.ts'
import styles from './RefreshProblem.module.css'

interface RefreshProblemProps {
  error: unknown
  /** When the data on the page was read, in milliseconds since 1970 of this machine's clock. */
  since: number
  retrying: boolean
  onRetry: () => void
}

/** Says once that the poll failed, and keeps saying how old the page's data is until it works again. */
export function RefreshProblem({ error, since, retrying, onRetry }: RefreshProblemProps) {
  const why = failureText(error)
  useEffect(() => {
    showToast({ tone: 'bad', title: deviceText.refreshFailed, detail: why, key: 'device-refresh' })
  }, [why])
  useEffect(() => reportFailure(error), [error])
  // The page was read in the reader's own time, whatever time it is where the devices are.
  const age = useTimeText(() => relativeTime(since, Date.now()))
  return (
    <div className={styles.frame}>
      <Banner
        tone="warn"
        action={
          <Button size="s" busy={retrying} onClick={onRetry}>
            {commonText.retry}
          </Button>
        }
      >
        {deviceText.staleData(age)} {why}
      </Banner>
    </div>
  )
}
