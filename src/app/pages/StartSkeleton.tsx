import { pageText } from '@/messages/app/pages.ts'
import { LoadingRegion, Skeleton } from '@/ui/feedback/Skeleton.tsx'
import styles from './StartSkeleton.module.css'

/** The outline of the shell, shown until the first page is ready. */
export function StartSkeleton() {
  return (
    <LoadingRegion label={pageText.loading} className={styles.frame}>
      <div className={styles.side}>
        <Skeleton width={120} height={24} />
        <Skeleton height={30} />
        <Skeleton height={30} />
      </div>
      <div className={styles.main}>
        <div className={styles.top}>
          <Skeleton width={90} height={18} />
        </div>
        <div className={styles.page}>
          <Skeleton width={180} height={28} />
          <Skeleton height={120} />
          <Skeleton height={320} />
        </div>
      </div>
    </LoadingRegion>
  )
}
