import { useState } from 'react'
import { powerOnText as text } from '@/messages/control-panel/power-on.ts'
import type { ControlClient } from '@/simulation/control-client.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import styles from './PowerOn.module.css'

export interface OpenEmailProps {
  client: Pick<ControlClient, 'emails'>
  to: string
  onOpen: (link: string) => void
}

/** Opens the newest email to an address, like a user in their mailbox. */
export function OpenEmail({ client, to, onOpen }: OpenEmailProps) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const address = to.toLowerCase()
      const email = (await client.emails()).find((one) => one.to.toLowerCase() === address && one.link !== '')
      if (email === undefined) setProblem(text.noLetter)
      else onOpen(email.link)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  return (
    <section className={styles.part} aria-label={text.openLetter}>
      <p className={styles.note}>{text.openLetterNote}</p>
      <div>
        <Button busy={busy} onClick={() => void open()}>
          {text.openLetter}
        </Button>
      </div>
      {problem !== undefined && <ErrorBanner>{problem}</ErrorBanner>}
    </section>
  )
}
