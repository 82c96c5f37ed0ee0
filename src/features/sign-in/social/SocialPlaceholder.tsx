import { LoadingRegion, Skeleton } from '@/ui/feedback/Skeleton.tsx'
import styles from './SocialButtons.module.css'

const BUTTON_HEIGHT = 34

/** Reserves the height of the buttons on most platforms, so that the content below does not move. */
export function SocialPlaceholder() {
  return (
    <LoadingRegion className={styles.social}>
      <Skeleton height={18} />
      <Skeleton height={BUTTON_HEIGHT} />
      <Skeleton height={BUTTON_HEIGHT} />
    </LoadingRegion>
  )
}
