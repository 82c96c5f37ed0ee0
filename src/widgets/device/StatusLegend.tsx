import { deviceStatusShape, type ShownDeviceStatus } from '@/domain/device/device-status.ts'
import { breakdownParts, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import { formatNumber } from '@/lib/format.ts'
import { classes } from '@/ui/classes.ts'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Link } from '@/ui/layout/link.tsx'
import styles from './StatusLegend.module.css'

export interface StatusLegendProps {
  /** Accessible name of the list. */
  label: string
  counts: StatusCounts
  /** The URL of the devices with a status. */
  hrefOf: (status: ShownDeviceStatus) => string
  /** The status that is currently filtered. */
  chosen?: ShownDeviceStatus | undefined
}

/** The counts by status, each a link to its devices. */
export function StatusLegend({ label, counts, hrefOf, chosen }: StatusLegendProps) {
  return (
    <ul className={styles.legend} aria-label={label}>
      {breakdownParts(counts).map(({ key, label: word, value, tone }) => (
        <li key={key}>
          <Link
            to={hrefOf(key)}
            className={classes(styles.item, key === chosen && styles.chosen)}
            aria-current={key === chosen ? 'true' : undefined}
          >
            <StatusMark tone={tone} shape={deviceStatusShape[key]} />
            {word} <b>{formatNumber(value)}</b>
          </Link>
        </li>
      ))}
    </ul>
  )
}
