import { useSyncExternalStore } from 'react'
import { api } from '@/api/api.ts'
import { formatTime } from '@/lib/format.ts'
import { pageText } from '@/messages/app/pages.ts'
import { LoadingRegion, Skeleton } from '@/ui/feedback/Skeleton.tsx'
import styles from './PagePending.module.css'

/** The place of a page that takes long to load, and when it is tried again if the platform throttles. */
export function PagePending() {
  const { throttling } = api().http
  const until = useSyncExternalStore(
    (listener) => throttling.subscribe(listener),
    () => throttling.until,
  )
  return (
    <LoadingRegion label={pageText.loading} className={styles.page}>
      <Skeleton width={180} height={28} />
      <p className={styles.text}>
        {until === 0 ? pageText.waits : pageText.waitsUntil(formatTime(until, { zone: 'named' }))}
      </p>
      <Skeleton height={120} />
      <Skeleton height={320} />
    </LoadingRegion>
  )
}
