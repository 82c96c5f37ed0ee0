import type { ReactNode } from 'react'
import { Logo } from '@/app/shell/Logo.tsx'
import { commonText } from '@/messages/common/common.ts'
import styles from './FullPage.module.css'

export interface FullPageProps {
  children: ReactNode
  wide?: boolean
  /** Below the card. */
  foot?: ReactNode
}

/** A page outside the shell: one centered card. */
export function FullPage({ children, wide, foot }: FullPageProps) {
  return (
    <div className={styles.page}>
      <main id="content" tabIndex={-1} className={styles.main} data-wide={wide || undefined}>
        <div className={styles.brand}>
          <Logo />
          {commonText.appName}
        </div>
        <div className={styles.card}>{children}</div>
      </main>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  )
}
