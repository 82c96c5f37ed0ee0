import { factText } from '@/messages/device.ts'
import type { OsLine } from './os-line.ts'
import styles from './ReleaseLineBadge.module.css'

/** The release line of a host OS; each line has its own colour beside its word (spec 2 §4). */
export function ReleaseLineBadge({ line }: { line: OsLine }) {
  return (
    <span className={styles.badge} data-line={line} title={factText.lineTitle(factText.lines[line])}>
      {factText.lines[line]}
    </span>
  )
}
