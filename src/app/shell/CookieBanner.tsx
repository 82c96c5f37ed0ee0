import { useState } from 'react'
import { alertText } from '@/messages/app/shell.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { cookieChoice } from './preferences.ts'
import styles from './CookieBanner.module.css'

/** Asks once for cookie consent: essential cookies are always on, analytics cookies are optional. */
export function CookieBanner() {
  const [analytics, setAnalytics] = useState(false)
  return (
    <section className={styles.banner} aria-label={alertText.cookies}>
      <p>{alertText.cookiesIntro}</p>
      <div className={styles.choices}>
        <Checkbox
          label={alertText.essential}
          checked
          reason={alertText.essentialReason}
          onChange={() => {}}
        />
        <Checkbox label={alertText.analytics} checked={analytics} onChange={setAnalytics} />
        <Button size="s" variant="primary" onClick={() => cookieChoice.set({ analytics })}>
          {alertText.saveChoice}
        </Button>
      </div>
    </section>
  )
}
