import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import type { Shape, Tone } from '@/ui/feedback/tone.ts'
import { Link } from '@/ui/layout/link.tsx'
import styles from './MapFrame.module.css'

/** A marker: accessible name, tooltip and link. */
export interface PinContent {
  label: string
  to: string
  isSelected?: boolean
}

export interface PinProps extends PinContent {
  tone: Tone
  shape?: Shape | undefined
}

/** A marker on a map, linked to its page. */
export function Pin({ label, to, tone, shape, isSelected = false }: PinProps) {
  return (
    <Link
      to={to}
      aria-label={label}
      title={label}
      className={styles.marker}
      data-selected={isSelected || undefined}
    >
      <StatusMark tone={tone} shape={shape} />
    </Link>
  )
}
