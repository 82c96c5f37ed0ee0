import type { ReactNode } from 'react'
import { commonText } from '@/messages/common.ts'
import { Logo } from '../shell/Logo.tsx'
import styles from './FullPage.module.css'

/** A page outside the shell: one card in the middle. */
export function FullPage({ children, wide }: { children: ReactNode; wide?: boolean }) {
  return (
    <div className={styles.page}>
      <main className={styles.main} data-wide={wide || undefined}>
        <div className={styles.brand}>
          <Logo />
          {commonText.appName}
        </div>
        <div className={styles.card}>{children}</div>
      </main>
    </div>
  )
}
