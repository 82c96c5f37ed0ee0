import { useEffect } from 'react'
import { commonText } from '@/messages/common/common.ts'
import { relativeTime } from '@/messages/common/time.ts'
import { deviceText } from '@/messages/device-page/device.ts'
import { useTimeText } from '@/ui/display/now.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { failureText } from './failure-text.ts'
import { reportFailure } from './report-failure.ts'
import styles from './RefreshProblem.module.css'

interface RefreshProblemProps {
  error: unknown
  /** When the data of the page was read, in ms since 1970 by the clock of this machine. */
  since: number
  retrying: boolean
  onRetry: () => void
}

/** Announces once that polling failed, and shows the age of the data until it works again. */
export function RefreshProblem({ error, since, retrying, onRetry }: RefreshProblemProps) {
  const why = failureText(error)
  useEffect(() => {
    showToast({ tone: 'bad', title: deviceText.refreshFailed, detail: why, key: 'device-refresh' })
  }, [why])
  useEffect(() => reportFailure(error), [error])
  // Real time, not the simulated time of the devices.
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
