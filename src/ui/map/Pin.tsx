import { Link } from '../layout/link.tsx'
import { StatusMark } from '../feedback/StatusBadge.tsx'
import styles from './MapView.module.css'
import { onPixel } from './on-pixel.ts'
import type { MapMarker } from './WorldMap.tsx'

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
