import { useEffect, useState } from 'react'
import { alertText } from '@/messages/app/shell.ts'
import { useTimeText } from '@/ui/display/now.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { isAnnouncing } from './announcement-window.ts'
import { announcementDismissed } from './preferences.ts'

const DELAY_MS = 4000

/** The one-time announcement, shown during its period by the platform's clock, until dismissed. */
export function Announcement() {
  const [dismissed, setDismissed] = useStored(announcementDismissed)
  const isWanted = useTimeText((now) => String(isAnnouncing(now))) === 'true' && !dismissed
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const timer = setTimeout(() => setIsDue(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [isWanted])
  if (!isWanted || !isDue) return null
  return (
    <Banner bar tone="info" onDismiss={() => setDismissed(true)}>
      {alertText.announcement}
    </Banner>
  )
}
