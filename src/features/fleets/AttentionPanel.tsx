import { IconCircleCheck } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment } from 'react'
import { issueSeverity } from '@/domain/device/device-issues.ts'
import type { IssueGroup } from '@/domain/device/issue-groups.ts'
import { queryText } from '@/domain/device/query/device-query.ts'
import { totalOf, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import { cutText, formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { encodedPart } from '@/lib/query-string.ts'
import { issueKindText } from '@/messages/device-list/devices.ts'
import { fleetIssuesText } from '@/messages/fleet-health/fleet-issues.ts'
import { fleetSummaryText, fleetText } from '@/messages/fleets/fleets.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import type { FleetAttention } from './use-fleet-status.ts'
import styles from './AttentionPanel.module.css'

/** Longer names are cut; the device's page has the whole. */
const MAX_NAME = 48
/** The number of devices of an issue that are named. */
const MAX_NAMED = 3

export interface AttentionPanelProps {
  fleetId: number
  attention: UseQueryResult<FleetAttention>
  counts: StatusCounts | undefined
}

/** The devices that need attention by issue: how many, which, since when. */
export function AttentionPanel({ fleetId, attention, counts }: AttentionPanelProps) {
  const count = attention.data?.count ?? 0
  return (
    <Panel
      title={fleetSummaryText.attention}
      aside={count > 0 && <Tag>{formatNumber(count)}</Tag>}
      actions={
        count > 0 && (
          <ButtonLink to={`${paths.fleetDevices(fleetId)}?status=attention`} size="s">
            {fleetSummaryText.allAttention(formatNumber(count))}
          </ButtonLink>
        )
      }
      flush
    >
      <Content
        fleetId={fleetId}
        attention={attention}
        hasDevices={counts === undefined || totalOf(counts) > 0}
      />
    </Panel>
  )
}

interface ContentProps {
  fleetId: number
  attention: UseQueryResult<FleetAttention>
  hasDevices: boolean
}

function Content({ fleetId, attention, hasDevices }: ContentProps) {
  if (attention.data === undefined) {
    return (
      <QueryFallback
        query={attention}
        failed={fleetSummaryText.attentionFailed}
        compact
        className={styles.loading}
        lines={6}
        height={20}
      />
    )
  }
  const { groups, isPartial } = attention.data
  if (groups.length === 0) {
    return (
      <>
        <StaleNotice query={attention} paced />
        {hasDevices ? (
          <EmptyState
            compact
            icon={<IconCircleCheck size={24} aria-hidden="true" />}
            title={fleetSummaryText.allWell}
            detail={fleetSummaryText.allWellDetail}
          />
        ) : (
          <EmptyState compact title={fleetText.noDevices} detail={fleetSummaryText.noDevicesDetail} />
        )}
      </>
    )
  }
  return (
    <>
      <StaleNotice query={attention} paced />
      <ul className={styles.issues} aria-label={fleetSummaryText.attention}>
        {groups.map((group) => (
          <Issue key={group.kind} fleetId={fleetId} group={group} />
        ))}
      </ul>
      {isPartial && <p className={styles.note}>{fleetSummaryText.attentionPartial}</p>}
    </>
  )
}

function Issue({ fleetId, group: { kind, devices, oldest } }: { fleetId: number; group: IssueGroup }) {
  const name = issueKindText[kind]
  const query = queryText({ kind: 'condition', of: { field: 'issue' }, operator: '=', values: [kind] })
  const others = devices.length - MAX_NAMED
  return (
    <li className={styles.issue}>
      <span className={styles.mark}>
        <StatusMark tone={issueSeverity(kind) === 'critical' ? 'bad' : 'warn'} />
        <span className="visually-hidden">{fleetIssuesText.severity[issueSeverity(kind)]}</span>
      </span>
      <div className={styles.what}>
        <span className={styles.name}>{name}</span>{' '}
        <span className={styles.devices}>
          {devices.slice(0, MAX_NAMED).map(({ uuid, device_name }, nth) => (
            <Fragment key={uuid}>
              {nth > 0 && ', '}
              <Link to={paths.device(uuid)} className={styles.device}>
                {cutText(device_name, MAX_NAME, MAX_NAME - 4)}
              </Link>
            </Fragment>
          ))}
          {others > 0 && ', '}
          {others > 0 && <span>{fleetSummaryText.andOthers(formatNumber(others))}</span>}
        </span>
      </div>
      <span className={styles.since}>
        {oldest !== null && <RelativeTime at={oldest} within={fleetSummaryText.since} />}
      </span>
      <b className={styles.count}>{formatNumber(devices.length)}</b>
      <ButtonLink
        to={`${paths.fleetDevices(fleetId)}?q=${encodedPart(query)}`}
        size="s"
        aria-label={fleetSummaryText.showDevicesWith(name, formatNumber(devices.length))}
      >
        {fleetSummaryText.showDevices}
      </ButtonLink>
    </li>
  )
}
