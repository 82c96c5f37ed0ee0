import type { VerdictRow } from '@/domain/os-update/update-verdict.ts'
import { formatNumber } from '@/lib/format.ts'
import { osUpdateText } from '@/messages/operations/updates.ts'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import styles from './UpdateChoice.module.css'

/** Maximum number of names in a tooltip. */
const MAX_NAMED = 20

export interface UpdateVerdictsProps {
  rows: readonly VerdictRow[]
  /** The number of devices. */
  of: number
}

/** The effect of the selected version: the number of devices for each result. */
export function UpdateVerdicts({ rows, of }: UpdateVerdictsProps) {
  if (rows.length === 0) return null
  return (
    <ul className={styles.classes} aria-label={osUpdateText.classesTitle}>
      {rows.map(({ text, isUpdated, devices }) => (
        <li key={text} title={namesOf(devices)}>
          <StatusMark tone={isUpdated ? 'ok' : 'idle'} /> {of > 1 && `${formatNumber(devices.length)} · `}
          {text}
        </li>
      ))}
    </ul>
  )
}

const namesOf = (devices: VerdictRow['devices']) =>
  devices
    .slice(0, MAX_NAMED)
    .map(({ device_name }) => device_name)
    .join(', ') + (devices.length > MAX_NAMED ? ' …' : '')
