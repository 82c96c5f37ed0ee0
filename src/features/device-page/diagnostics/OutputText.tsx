import { useId } from 'react'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import styles from './Diagnostics.module.css'

export interface OutputTextProps {
  title: string
  text: string
  /** Shown if there is no text. */
  empty: string
}

/** Program output in a scrollable frame. */
export function MachineText({ label, text }: { label: string; text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <pre className={styles.text} tabIndex={0} role="group" aria-label={label}>
      {text}
    </pre>
  )
}

/** Program output with a title and a copy button. */
export function OutputText({ title, text, empty }: OutputTextProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.output}>
      <div className={styles.outputHead}>
        <h3 id={id} className={styles.outputTitle}>
          {title}
        </h3>
        {text !== '' && <CopyButton text={text} what={title} />}
      </div>
      {text === '' ? <p className={styles.quiet}>{empty}</p> : <MachineText label={title} text={text} />}
    </section>
  )
}
