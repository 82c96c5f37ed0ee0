import { IconCircleCheck } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { deviceIssues, issueSince, type DeviceIssue } from '@/domain/device/device-issues.ts'
import { totalOf, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import { formatNumber, formatPercent } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { issueText } from '@/messages/device-list/devices.ts'
import { metricText } from '@/messages/device-page/device.ts'
import { fleetSummaryText, fleetText } from '@/messages/fleets/fleets.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { DeviceStatusBadge } from '@/widgets/device/DeviceStatusBadge.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import type { UrgentDevice } from './fleets.queries.ts'
import styles from './SummaryTable.module.css'

export interface AttentionPanelProps {
  fleetId: number
  urgent: UseQueryResult<UrgentDevice[]>
  /** Number of devices that need attention; undefined while counting. */
  count: number | undefined
  counts: StatusCounts | undefined
}

/** The devices that need attention most urgently. */
export function AttentionPanel({ fleetId, urgent, count, counts }: AttentionPanelProps) {
  const all = `${paths.fleetDevices(fleetId)}?status=attention`
  return (
    <Panel
      title={fleetSummaryText.attention}
      aside={count !== undefined && count > 0 && <Tag>{formatNumber(count)}</Tag>}
      actions={
        count !== undefined &&
        count > 0 && (
          <ButtonLink to={all} size="s">
            {fleetSummaryText.allAttention(formatNumber(count))}
          </ButtonLink>
        )
      }
      flush
    >
      <Content urgent={urgent} hasDevices={counts === undefined || totalOf(counts) > 0} />
    </Panel>
  )
}

function Content({ urgent, hasDevices }: { urgent: UseQueryResult<UrgentDevice[]>; hasDevices: boolean }) {
  if (urgent.data === undefined) {
    return (
      <QueryFallback
        query={urgent}
        failed={fleetSummaryText.attentionFailed}
        compact
        className={styles.loading}
        lines={6}
        height={20}
      />
    )
  }
  if (urgent.data.length === 0) {
    return hasDevices ? (
      <EmptyState
        compact
        icon={<IconCircleCheck size={24} aria-hidden="true" />}
        title={fleetSummaryText.allWell}
        detail={fleetSummaryText.allWellDetail}
      />
    ) : (
      <EmptyState compact title={fleetText.noDevices} detail={fleetSummaryText.noDevicesDetail} />
    )
  }
  const text = fleetSummaryText.attentionColumns
  return (
    <>
      <StaleNotice query={urgent} />
      <PlainTable stacks label={fleetSummaryText.attention}>
        <TableHead columns={[text.status, text.name, text.why, text.since]} />
        <tbody>
          {urgent.data.map((device) => (
            <UrgentRow key={device.id} device={device} />
          ))}
        </tbody>
      </PlainTable>
    </>
  )
}

function UrgentRow({ device }: { device: UrgentDevice }) {
  // The platform selected the device; the issues follow from the same data.
  const issues = deviceIssues(device, device.image_install, api().now())
  const [worst] = issues
  const since = worst ? issueSince(device, worst) : null
  return (
    <tr>
      <td>
        <DeviceStatusBadge device={device} />
      </td>
      <th scope="row">
        <Link to={paths.device(device.uuid)} className={styles.name}>
          {device.device_name}
        </Link>
      </th>
      <td>{[...new Set(issues.map(wordsOf))].join(fleetSummaryText.betweenIssues)}</td>
      <td
        className={styles.quiet}
        data-label={fleetSummaryText.attentionColumns.since}
        data-empty={since === null || undefined}
      >
        {since === null ? '–' : <RelativeTime at={since} />}
      </td>
    </tr>
  )
}

function wordsOf({ kind, figure = 0 }: DeviceIssue): string {
  return issueText[kind](
    kind === 'hot' ? metricText.celsius(formatNumber(figure)) : formatPercent(Math.floor(figure)),
  )
}
