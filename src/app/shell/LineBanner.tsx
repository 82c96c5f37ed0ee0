import type { ReactNode } from 'react'
import { Banner, type BannerProps } from '@/ui/feedback/Banner.tsx'
import styles from './LineBanner.module.css'

export interface LineBannerProps extends Pick<BannerProps, 'tone' | 'urgent'> {
  text: string
  /** For narrow windows, where the text would not fit. */
  short: string
  action: ReactNode
}

/** A message below the header that is never more than a line, because it covers the page. */
export function LineBanner({ text, short, ...banner }: LineBannerProps) {
  return (
    <div className={styles.line}>
      <Banner bar {...banner}>
        <span className={styles.wide} title={text}>
          {text}
        </span>
        <span className={styles.narrow}>{short}</span>
      </Banner>
    </div>
  )
}
