import { useState } from 'react'
import { createPortal } from 'react-dom'
import { seeAsText as text } from '@/messages/see-as.ts'
import { Button } from '@/ui/form/Button.tsx'
import type { Dashboard } from '../dashboard.ts'
import { showFailure } from '../world-control.ts'
import { endSeeAs, roleName } from './look-as.ts'
import styles from './SeeAsBar.module.css'
import type { SeenAs } from './seen-as.ts'

/** A bar over every page with the user as whom it is viewed, and the way back. */
export function SeeAsBar({ seen: { name, role, own }, dashboard }: { seen: SeenAs; dashboard: Dashboard }) {
  const [busy, setBusy] = useState(false)
  const back = async () => {
    setBusy(true)
    await endSeeAs(dashboard).catch(showFailure)
    setBusy(false)
  }
  return createPortal(
    <section className={styles.bar} aria-label={text.bar} data-story-host="">
      <span>{text.seen(name, roleName(role))}</span>
      <Button size="s" variant="primary" busy={busy} onClick={() => void back()}>
        {text.back(own.name)}
      </Button>
    </section>,
    document.body,
  )
}
