import { useEffect, useRef, useSyncExternalStore } from 'react'
import { api } from '@/api/api.ts'
import { alertText } from '@/messages/app/shell.ts'
import { commonText } from '@/messages/common/common.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'

/** Shows when the platform cannot be reached, with a retry. */
export function OfflineAlert() {
  const { connectivity } = api().http
  const state = useSyncExternalStore(
    (listener) => connectivity.subscribe(listener),
    () => connectivity.state,
  )
  const wasOffline = useRef(false)
  useEffect(() => {
    if (state === 'online' && wasOffline.current) {
      showToast({ tone: 'ok', key: 'connectivity', title: alertText.backOnline })
    }
    wasOffline.current = state === 'offline'
  }, [state])
  if (state === 'online') return null
  return (
    <Banner
      bar
      urgent
      tone="bad"
      action={
        <Button size="s" onClick={() => connectivity.retryNow()}>
          {commonText.retry}
        </Button>
      }
    >
      {alertText.offline}
    </Banner>
  )
}
