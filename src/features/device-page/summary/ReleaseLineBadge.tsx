import { factText } from '@/messages/device.ts'
import type { OsLine } from '@/domain/os-update/os-line.ts'
import styles from './ReleaseLineBadge.module.css'

/** The lines of releases, and what else is told of one in the same way. */
type BadgeLine = OsLine | 'pinned' | 'production' | 'development'

/** Where a release or a host OS stands; each line has its own colour beside its word. */
export function ReleaseLineBadge({ line }: { line: BadgeLine }) {
  return (
    <span className={styles.badge} data-line={line} title={factText.lineTitles[line]}>
      {factText.lines[line]}
    </span>
  )
}
