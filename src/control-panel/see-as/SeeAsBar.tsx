import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { Dashboard } from '@/control-panel/dashboard.ts'
import { showFailure } from '@/control-panel/world-control.ts'
import { seeAsText as text } from '@/messages/control-panel/see-as.ts'
import { Button } from '@/ui/form/Button.tsx'
import { endSeeAs, roleName } from './look-as.ts'
import type { SeenAs } from './seen-as.ts'
import styles from './SeeAsBar.module.css'

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
