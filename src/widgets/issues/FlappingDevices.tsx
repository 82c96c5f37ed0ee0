import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { cutText, formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { flappingText as text } from '@/messages/fleet-health/flapping.ts'
import { fleetSummaryText } from '@/messages/fleets/fleets.ts'
import { useSimulationData } from '@/simulation/simulation-data-context.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { flappingQuery } from './flapping.queries.ts'
import styles from './FlappingDevices.module.css'

const MAX_NAMED = 5
/** Longer names are cut; the device's page has the whole. */
const MAX_NAME = 48

/** The devices of a fleet that lost contact again and again in the last day, also if they are well now; nothing without. */
export function FlappingDevices({ fleetId }: { fleetId: number }) {
  const world = useSimulationData()
  const { data: devices = [] } = useQuery(flappingQuery(fleetId, world))
  if (devices.length === 0) return null
  const others = devices.length - MAX_NAMED
  return (
    <div className={styles.flapping}>
      <StatusMark tone="warn" />
      <div className={styles.what}>
        <span className={styles.title}>{text.title}</span>{' '}
        <span className={styles.devices}>
          {devices.slice(0, MAX_NAMED).map(({ uuid, name, losses }, nth) => (
            <Fragment key={uuid}>
              {nth > 0 && ', '}
              <Link to={paths.device(uuid)} className={styles.device}>
                {cutText(name, MAX_NAME, MAX_NAME - 4)}
              </Link>{' '}
              <b>{text.lost(formatNumber(losses), losses)}</b>
            </Fragment>
          ))}
          {others > 0 && `, ${fleetSummaryText.andOthers(formatNumber(others))}`}
        </span>
        <span className={styles.detail}>{text.detail[world === null ? 'browser' : 'world']}</span>
      </div>
      <b className={styles.count}>{formatNumber(devices.length)}</b>
    </div>
  )
}
