import { shellText } from '@/messages/app/shell.ts'
import { LoadingRegion, Skeleton } from '@/ui/feedback/Skeleton.tsx'
import styles from './PagePending.module.css'

/** The place of a page that takes long to load. */
export function PagePending() {
  return (
    <LoadingRegion label={shellText.loadingPage} className={styles.page}>
      <Skeleton width={180} height={28} />
      <p className={styles.text}>{shellText.pageWaits}</p>
      <Skeleton height={120} />
      <Skeleton height={320} />
    </LoadingRegion>
  )
}
