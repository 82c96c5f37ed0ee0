import { Link } from '../layout/link.tsx'
import { StatusMark } from '../feedback/StatusBadge.tsx'
import type { Tone } from '../feedback/tone.ts'
import type { Place } from './mercator.ts'
import styles from './MapView.module.css'
import { onPixel } from './on-pixel.ts'

export interface MapMarker extends Place {
  id: string
  /** What stands there: its accessible name and its hint. */
  label: string
  tone?: Tone
  /** A page that the marker leads to. */
  to?: string
}

export interface PinProps {
  marker: MapMarker
  /** Where it stands on the screen, in px. */
  at: { x: number; y: number }
}

/** One marker on a map; a link where it leads somewhere. */
export function Pin({ marker: { label, to, tone = 'info' }, at }: PinProps) {
  return (
    <li className={styles.pin} style={onPixel(at)} title={label}>
      {to === undefined ? (
        <span role="img" aria-label={label} className={styles.marker}>
          <StatusMark tone={tone} shape="dot" />
        </span>
      ) : (
        <Link to={to} aria-label={label} className={styles.marker}>
          <StatusMark tone={tone} />
        </Link>
      )}
    </li>
  )
}
