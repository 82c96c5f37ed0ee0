import type { OsLine } from '@/domain/os-update/os-line.ts'
import { factText } from '@/messages/device-page/device.ts'
import styles from './ReleaseLineBadge.module.css'

/** Release lines, and other properties shown as the same badge. */
type BadgeLine = OsLine | 'pinned' | 'production' | 'development'

/** A badge with the line of a release or host OS, each with its own colour. */
export function ReleaseLineBadge({ line }: { line: BadgeLine }) {
  return (
    <span className={styles.badge} data-line={line} title={factText.lineTitles[line]}>
      {factText.lines[line]}
    </span>
  )
}
