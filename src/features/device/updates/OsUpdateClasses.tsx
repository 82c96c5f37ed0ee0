import { isUpdated, type OsUpdateClass, type OsUpdateDevice } from '@/domain/os-update.ts'
import { formatNumber } from '@/lib/format.ts'
import { osUpdateText } from '@/messages/updates.ts'
import { StatusMark } from '@/ui/StatusBadge.tsx'
import styles from './UpdateDialog.module.css'

export interface OsUpdateClassesProps {
  classes: ReadonlyMap<OsUpdateClass, readonly OsUpdateDevice[]>
  /** How many devices there are. */
  of: number
}

/** What the chosen version means for the devices: by class, with how many there are of each. */
export function OsUpdateClasses({ classes, of }: OsUpdateClassesProps) {
  return (
    <ul className={styles.classes} aria-label={osUpdateText.classesTitle}>
      {[...classes].map(([osClass, devices]) => (
        <li key={osClass} title={devices.map(({ name }) => name).join(', ')}>
          <StatusMark tone={isUpdated(osClass) ? 'ok' : 'idle'} />{' '}
          {of > 1 && `${formatNumber(devices.length)} · `}
          {osUpdateText.classes[osClass]}
        </li>
      ))}
    </ul>
  )
}
