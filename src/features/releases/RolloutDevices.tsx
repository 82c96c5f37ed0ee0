import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { deviceIssues, issueSince } from '@/domain/device/device-issues.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { paths } from '@/lib/paths.ts'
import { rolloutText } from '@/messages/releases/releases.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { Pagination } from '@/ui/table/Pagination.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { DeviceStatusBadge } from '@/widgets/device/DeviceStatusBadge.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import type { Release } from './releases.queries.ts'
import { rolloutDevicesQuery, ROLLOUT_PAGE_SIZE, type RolloutDevice } from './rollout.queries.ts'
import type { RolloutGroup } from './rollout.ts'
import styles from './ReleaseTable.module.css'

interface RolloutDevicesProps {
  fleetId: number
  release: Release
  group: RolloutGroup
  page: number
  /** Number of devices in the group; undefined while loading. */
  total: number | undefined
  onPage: (page: number) => void
}

/** The devices of a rollout group. */
export function RolloutDevices({ fleetId, release, group, page, total, onPage }: RolloutDevicesProps) {
  const list = useQuery({
    ...rolloutDevicesQuery(fleetId, release, group, page),
    placeholderData: keepPreviousData,
  })
  if (list.data === undefined) {
    return (
      <Card>
        <QueryFallback query={list} failed={rolloutText.listFailed} lines={6} height={20} />
      </Card>
    )
  }
  if (list.data.length === 0) {
    return (
      <Card>
        <EmptyState answers title={rolloutText.empty[group]} />
      </Card>
    )
  }
  const text = rolloutText.columns
  return (
    <>
      <StaleNotice query={list} paced />
      <TableFrame label={rolloutText.groups[group]} stale={list.isPlaceholderData}>
        <TableHead columns={[text.device, text.status, text.since, text.running, text.target, text.seen]} />
        <tbody>
          {list.data.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </tbody>
      </TableFrame>
      {total !== undefined && total > ROLLOUT_PAGE_SIZE && (
        <Pagination page={page} pageSize={ROLLOUT_PAGE_SIZE} total={total} onPage={onPage} />
      )}
    </>
  )
}

function DeviceRow({ device }: { device: RolloutDevice }) {
  const running = device.is_running__release?.[0]
  const target = device.should_be_running__release?.[0]
  const issues = deviceIssues(device, device.image_install, api().now())
  const [first] = issues
  const since = first === undefined ? null : issueSince(device, first)
  return (
    <tr>
      <td role="rowheader">
        <Link className={styles.name} to={paths.device(device.uuid)}>
          {device.device_name}
        </Link>
      </td>
      <td>
        <DeviceStatusBadge device={device} issues={issues.map(({ kind }) => kind)} />
      </td>
      <td className={styles.quiet}>{since !== null && <RelativeTime at={since} />}</td>
      <td className="mono">{running ? releaseLabel(running) : rolloutText.noRelease}</td>
      <td className="mono">{target ? releaseLabel(target) : rolloutText.noRelease}</td>
      <td className={styles.quiet}>
        {device.is_online ? (
          rolloutText.online
        ) : device.last_connectivity_event === null ? (
          rolloutText.never
        ) : (
          <RelativeTime at={device.last_connectivity_event} />
        )}
      </td>
    </tr>
  )
}
