import { CopyButton } from './CopyButton.tsx'
import styles from './CopyableText.module.css'

export interface CopyableTextProps {
  /** As it is copied. */
  text: string
  /** As it is shown, where that differs. */
  shown?: string
  /** What it is, for the names: "Provisioning key". */
  what: string
}

/** A key or a code in a box of its own, to be read and copied. */
export function CopyableText({ text, shown = text, what }: CopyableTextProps) {
  return (
    <p className={styles.line}>
      <code aria-label={what}>{shown}</code>
      <CopyButton text={text} what={what} />
    </p>
  )
}
