import { useEffect, useRef, useSyncExternalStore } from 'react'
import { api } from '@/api/api.ts'
import { alertText } from '@/messages/app/shell.ts'
import { commonText } from '@/messages/common/common.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { LineBanner } from './LineBanner.tsx'
import { useIsOutOfDate } from './out-of-date.ts'

/**
 * What makes the page doubtful, in one line that stays in sight: the platform cannot be reached, with a retry, or a newer
 * version of the dashboard was deployed.
 */
export function ConnectionBanner() {
  const isOffline = useIsOffline()
  const isOutOfDate = useIsOutOfDate()
  if (isOffline)
    return (
      <LineBanner
        urgent
        tone="bad"
        text={alertText.offline}
        short={alertText.offlineShort}
        action={
          <Button size="s" onClick={() => api().http.connectivity.retryNow()}>
            {commonText.retry}
          </Button>
        }
      />
    )
  if (!isOutOfDate) return null
  return (
    <LineBanner
      tone="info"
      text={alertText.outOfDate}
      short={alertText.outOfDateShort}
      action={
        <Button size="s" onClick={() => window.location.reload()}>
          {alertText.refresh}
        </Button>
      }
    />
  )
}

/** Whether the platform cannot be reached. Meanwhile the page is marked, so that good news from before looks doubtful. */
function useIsOffline(): boolean {
  const { connectivity } = api().http
  const isOffline = useSyncExternalStore(
    (listener) => connectivity.subscribe(listener),
    () => connectivity.state === 'offline',
  )
  const wasOffline = useRef(false)
  useEffect(() => {
    if (!isOffline && wasOffline.current) {
      showToast({ tone: 'ok', key: 'connectivity', title: alertText.backOnline })
    }
    wasOffline.current = isOffline
    document.documentElement.toggleAttribute('data-doubtful', isOffline)
    return () => document.documentElement.removeAttribute('data-doubtful')
  }, [isOffline])
  return isOffline
}
