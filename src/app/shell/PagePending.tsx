import { pageText } from '@/messages/app/pages.ts'
import { LoadingRegion, Skeleton } from '@/ui/feedback/Skeleton.tsx'
import styles from './PagePending.module.css'

/** The place of a page that takes long to load. */
export function PagePending() {
  return (
    <LoadingRegion label={pageText.loading} className={styles.page}>
      <Skeleton width={180} height={28} />
      <p className={styles.text}>{pageText.waits}</p>
      <Skeleton height={120} />
      <Skeleton height={320} />
    </LoadingRegion>
  )
}
