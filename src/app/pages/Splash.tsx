import type { CSSProperties } from 'react'
import { Logo } from '@/app/shell/Logo.tsx'
import { commonText } from '@/messages/common/common.ts'
import styles from './Splash.module.css'

const APPEARS_AT_MS = 300

/** Shown while the configuration is loaded. Continues the splash of index.html without flashing. */
export function Splash() {
  const sincePageOpened: CSSProperties & Record<'--appears-in', string> = {
    '--appears-in': `${Math.round(APPEARS_AT_MS - performance.now())}ms`,
  }
  return (
    <main className={styles.splash} style={sincePageOpened}>
      <div role="status" aria-label={commonText.loading}>
        <Logo size={40} />
      </div>
    </main>
  )
}
