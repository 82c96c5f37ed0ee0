import { CopyButton } from './CopyButton.tsx'
import styles from './CopyableText.module.css'

export interface CopyableTextProps {
  /** The copied text. */
  text: string
  /** The displayed text, if different. */
  shown?: string
  /** The label: "Provisioning key". */
  what: string
}

/** A key or a code in a box, with a copy button. */
export function CopyableText({ text, shown = text, what }: CopyableTextProps) {
  return (
    <p className={styles.line}>
      <code aria-label={what}>{shown}</code>
      <CopyButton text={text} what={what} />
    </p>
  )
}
