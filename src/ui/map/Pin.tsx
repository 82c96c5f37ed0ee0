import { StatusMark } from '../feedback/StatusBadge.tsx'
import type { Tone } from '../feedback/tone.ts'
import { Link } from '../layout/link.tsx'
import styles from './MapFrame.module.css'

/** What a marker says: its accessible name and its hint, and the page that it leads to. */
export interface PinContent {
  label: string
  to: string
  isSelected?: boolean
}

export interface PinProps extends PinContent {
  tone: Tone
}

/** One marker on a map, which leads to its page. */
export function Pin({ label, to, tone, isSelected = false }: PinProps) {
  return (
    <Link
      to={to}
      aria-label={label}
      title={label}
      className={styles.marker}
      data-selected={isSelected || undefined}
    >
      <StatusMark tone={tone} />
    </Link>
  )
}
