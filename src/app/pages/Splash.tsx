import { commonText } from '@/messages/common.ts'
import { Logo } from '../shell/Logo.tsx'
import styles from './Splash.module.css'

/** While the dashboard finds out where it runs. */
export function Splash() {
  return (
    <main className={styles.splash}>
      <div role="status" aria-label={commonText.loading}>
        <Logo size={40} />
      </div>
    </main>
  )
}
