import { LoadingRegion, Skeleton } from '@/ui/feedback/Skeleton.tsx'
import styles from './SocialButtons.module.css'

const BUTTON_HEIGHT = 34

/** As high as the ways to sign in that most platforms have, so that what is below does not move when they are known. */
export function SocialPlaceholder() {
  return (
    <LoadingRegion className={styles.social}>
      <Skeleton height={18} />
      <Skeleton height={BUTTON_HEIGHT} />
      <Skeleton height={BUTTON_HEIGHT} />
    </LoadingRegion>
  )
}
