import type { ReactNode } from 'react'
import { Logo } from '@/app/shell/Logo.tsx'
import { commonText } from '@/messages/common/common.ts'
import styles from './FullPage.module.css'

export interface FullPageProps {
  children: ReactNode
  wide?: boolean
  /** What the product does, in a sentence; on large screens with a picture of it beside the card. */
  pitch?: { sentence: string; picture: string; isAlarm?: boolean }
  /** Below the card. */
  foot?: ReactNode
}

/** A page outside the shell: one centered card. */
export function FullPage({ children, wide, pitch, foot }: FullPageProps) {
  const brand = (
    <div className={styles.brand}>
      <Logo />
      {commonText.appName}
    </div>
  )
  return (
    <div className={styles.page} data-pitch={pitch && ''}>
      {pitch && (
        <div className={styles.pitch} data-surface="ink">
          {brand}
          {pitch.isAlarm ? (
            <p className={styles.alarm} role="alert">
              {pitch.sentence}
            </p>
          ) : (
            <>
              <p className={styles.sentence}>{pitch.sentence}</p>
              <div className={styles.picture} role="img" aria-label={pitch.picture} />
            </>
          )}
        </div>
      )}
      <main id="content" tabIndex={-1} className={styles.main} data-wide={wide || undefined}>
        {!pitch && brand}
        <div className={styles.card}>{children}</div>
      </main>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  )
}
