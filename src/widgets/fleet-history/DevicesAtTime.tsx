import { useQuery } from '@tanstack/react-query'
import { deviceStatusShape, deviceStatusTone } from '@/domain/device/device-status.ts'
import { shownStatuses, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import { formatInstant, formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { statusWithinText } from '@/messages/device-list/statuses.ts'
import { fleetHistoryText as text } from '@/messages/fleets/fleet-history.ts'
import { useSimulationData, type SimulationData } from '@/simulation/simulation-data-context.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { useAnnounced } from '@/ui/feedback/use-announced.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import styles from './FleetHistoryPanel.module.css'

/** Devices of a status that are named. */
const MAX_NAMED = 12

export interface DevicesAtTimeProps {
  fleetId: number
  /** Milliseconds since 1970. */
  at: number
  /** What was counted then. */
  counts: StatusCounts
  onClose: () => void
}

/** A fleet at a chosen time: its devices by status where they are known, else their numbers. */
export function DevicesAtTime({ fleetId, at, counts, onClose }: DevicesAtTimeProps) {
  const world = useSimulationData()
  const title = text.devicesAt(formatInstant(at, { seconds: false }))
  useAnnounced(title)
  return (
    <section className={styles.devicesAt} aria-label={title}>
      <header className={styles.devicesHead}>
        <h3>{title}</h3>
        <Button size="s" variant="quiet" onClick={onClose}>
          {text.closeDevices}
        </Button>
      </header>
      {world === null ? (
        <Groups counts={counts} devices={[]} note={text.devicesUnknown} />
      ) : (
        <FromWorld fleetId={fleetId} at={at} counts={counts} world={world} />
      )}
    </section>
  )
}

function FromWorld({
  fleetId,
  at,
  counts,
  world,
}: Omit<DevicesAtTimeProps, 'onClose'> & { world: SimulationData }) {
  const query = useQuery({
    queryKey: ['fleet-statuses', { fleetId, at }],
    // The past stays as it was.
    staleTime: Infinity,
    queryFn: () => world.fleetStatuses(fleetId, at),
  })
  if (query.data === undefined)
    return <QueryFallback query={query} failed={text.devicesFailed} compact lines={2} height={20} />
  return <Groups counts={counts} devices={query.data.devices} />
}

interface GroupsProps {
  counts: StatusCounts
  devices: readonly { uuid: string; name: string; status: string }[]
  note?: string
}

function Groups({ counts, devices, note }: GroupsProps) {
  return (
    <>
      <ul className={styles.groups}>
        {shownStatuses
          .filter((status) => counts[status] > 0)
          .map((status) => {
            const named = devices.filter((device) => device.status === status).slice(0, MAX_NAMED)
            const others = counts[status] - named.length
            return (
              <li key={status} className={styles.group}>
                <StatusMark tone={deviceStatusTone[status]} shape={deviceStatusShape[status]} />
                <span>
                  <b>{formatNumber(counts[status])}</b> {statusWithinText[status]}
                  {named.length > 0 && ': '}
                  {named.map(({ uuid, name }, nth) => (
                    <span key={uuid}>
                      {nth > 0 && ', '}
                      <Link to={paths.device(uuid)}>{name}</Link>
                    </span>
                  ))}
                  {named.length > 0 && others > 0 && text.otherDevices(formatNumber(others))}
                </span>
              </li>
            )
          })}
      </ul>
      {note !== undefined && <p className={styles.devicesNote}>{note}</p>}
    </>
  )
}
