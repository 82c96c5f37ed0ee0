import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, useState } from 'react'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { acknowledgementsQuery, type AcknowledgedIssue } from '@/domain/device/acknowledgements.queries.ts'
import { issueSeverity } from '@/domain/device/device-issues.ts'
import type { IssueGroup } from '@/domain/device/issue-groups.ts'
import { queryText } from '@/domain/device/query/device-query.ts'
import { totalDevices, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import { cutText, formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { encodedPart } from '@/lib/query-string.ts'
import { commonText } from '@/messages/common/common.ts'
import { issueKindText } from '@/messages/device-list/devices.ts'
import { acknowledgeText } from '@/messages/fleet-health/acknowledge.ts'
import { fleetIssuesText } from '@/messages/fleet-health/fleet-issues.ts'
import { fleetSummaryText, fleetText } from '@/messages/fleets/fleets.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import type { FleetAttention } from './use-fleet-status.ts'
import styles from './AttentionPanel.module.css'

const AcknowledgeDialog = lazy(() =>
  import('@/widgets/issues/AcknowledgeDialog.tsx').then((loaded) => ({ default: loaded.AcknowledgeDialog })),
)
const AcknowledgedList = lazy(() =>
  import('@/widgets/issues/AcknowledgedList.tsx').then((loaded) => ({ default: loaded.AcknowledgedList })),
)

const FlappingDevices = lazy(() =>
  import('@/widgets/issues/FlappingDevices.tsx').then((loaded) => ({ default: loaded.FlappingDevices })),
)

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
  const acknowledged = useQuery({
    ...acknowledgementsQuery(fleetId),
    // Without issues there is nothing to acknowledge.
    enabled: (attention.data?.groups.length ?? 0) > 0,
  })
  // Here, so that what is typed is not lost when the issues change.
  const [asked, setAsked] = useState<IssueGroup>()
  const queries = useQueryClient()
  const known = acknowledgedDevices(attention.data?.groups ?? [], acknowledged.data ?? [])
  return (
    <Panel
      title={fleetSummaryText.attention}
      aside={
        count > 0 && (
          <>
            <Tag>{formatNumber(count)}</Tag>
            {known > 0 && <span className={styles.known}>{acknowledgeText.aside(formatNumber(known))}</span>}
          </>
        )
      }
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
        acknowledged={acknowledged}
        hasDevices={counts === undefined || totalDevices(counts) > 0}
        onAsk={setAsked}
      />
      {attention.data && (
        <Suspense fallback={null}>
          <FlappingDevices fleetId={fleetId} />
        </Suspense>
      )}
      {asked && (
        <Suspense fallback={null}>
          <AcknowledgeDialog
            kind={asked.kind}
            devices={asked.devices.map(({ id, uuid }) => ({ id, cliName: uuid, tags: [] }))}
            onClose={() => setAsked(undefined)}
            onDone={() => queries.invalidateQueries({ queryKey: acknowledgementsQuery(fleetId).queryKey })}
          />
        </Suspense>
      )}
    </Panel>
  )
}

/** The number of devices all of whose issues are acknowledged. */
function acknowledgedDevices(groups: readonly IssueGroup[], issues: readonly AcknowledgedIssue[]): number {
  const known = new Set(issues.map(({ kind, device }) => `${kind} ${device.cliName}`))
  const open = new Set<string>()
  const all = new Set<string>()
  for (const { kind, devices } of groups)
    for (const { uuid } of devices) {
      all.add(uuid)
      if (!known.has(`${kind} ${uuid}`)) open.add(uuid)
    }
  return all.size - open.size
}

interface ContentProps {
  fleetId: number
  attention: UseQueryResult<FleetAttention>
  acknowledged: UseQueryResult<AcknowledgedIssue[]>
  hasDevices: boolean
  /** Called with the issue to acknowledge, and the devices for which it is not yet acknowledged. */
  onAsk: (group: IssueGroup) => void
}

function Content({ fleetId, attention, acknowledged, hasDevices, onAsk }: ContentProps) {
  const { data: role } = useQuery(fleetRoleQuery(fleetId))
  const whyNot =
    role === undefined ? commonText.loading : whyNotAllowed(role ?? 'member', 'resin.device_tag.all')
  const whyNotRead =
    acknowledged.data !== undefined
      ? undefined
      : acknowledged.isError
        ? acknowledgeText.failed
        : commonText.loading
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
  const issues = acknowledged.data ?? []
  const lines = groups.map((group) => ({ group, known: knownOf(group, issues) }))
  return (
    <>
      <StaleNotice queries={[attention, acknowledged]} paced />
      <ul className={styles.issues} aria-label={fleetSummaryText.attention}>
        {/* Those that nobody has acknowledged first. */}
        {lines
          .toSorted((one, other) => Number(isKnown(one)) - Number(isKnown(other)))
          .map(({ group, known }) => (
            <Issue
              key={group.kind}
              fleetId={fleetId}
              group={group}
              known={known.size}
              whyNot={whyNot ?? whyNotRead}
              onAcknowledge={() =>
                onAsk({ ...group, devices: group.devices.filter(({ uuid }) => !known.has(uuid)) })
              }
            />
          ))}
      </ul>
      {isPartial && <p className={styles.note}>{fleetSummaryText.attentionPartial}</p>}
      {issues.length > 0 && (
        <Suspense fallback={null}>
          <AcknowledgedList issues={issues} whyNot={whyNot} />
        </Suspense>
      )}
    </>
  )
}

/** The devices of a group whose issue is acknowledged, by UUID. */
function knownOf({ kind, devices }: IssueGroup, issues: readonly AcknowledgedIssue[]): ReadonlySet<string> {
  const uuids = new Set(issues.filter((one) => one.kind === kind).map(({ device }) => device.cliName))
  return new Set(devices.flatMap(({ uuid }) => (uuids.has(uuid) ? [uuid] : [])))
}

const isKnown = ({ group, known }: { group: IssueGroup; known: ReadonlySet<string> }) =>
  known.size === group.devices.length

interface IssueProps {
  fleetId: number
  group: IssueGroup
  /** The number of devices for which it is acknowledged. */
  known: number
  whyNot: string | undefined
  onAcknowledge: () => void
}

function Issue({ fleetId, group: { kind, devices, oldest }, known, whyNot, onAcknowledge }: IssueProps) {
  const isWhollyKnown = known === devices.length
  const name = issueKindText[kind]
  const query = queryText({ kind: 'condition', of: { field: 'issue' }, operator: '=', values: [kind] })
  const others = devices.length - MAX_NAMED
  return (
    <li className={styles.issue}>
      <span className={styles.mark}>
        <StatusMark tone={isWhollyKnown ? 'idle' : issueSeverity(kind) === 'critical' ? 'bad' : 'warn'} />
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
        <span className={styles.next}>
          {known > 0
            ? isWhollyKnown
              ? acknowledgeText.all
              : acknowledgeText.some(formatNumber(known), formatNumber(devices.length))
            : fleetIssuesText.next[kind]}
        </span>
      </div>
      <span className={styles.since}>
        {oldest !== null && <RelativeTime at={oldest} within={fleetSummaryText.since} />}
      </span>
      <b className={styles.count}>{formatNumber(devices.length)}</b>
      <span className={styles.actions}>
        {!isWhollyKnown && (
          <Button
            size="s"
            variant="quiet"
            reason={whyNot}
            aria-label={acknowledgeText.openFor(name, formatNumber(devices.length - known))}
            onClick={onAcknowledge}
          >
            {acknowledgeText.open}
          </Button>
        )}
        <ButtonLink
          to={`${paths.fleetDevices(fleetId)}?q=${encodedPart(query)}`}
          size="s"
          aria-label={fleetSummaryText.showDevicesWith(name, formatNumber(devices.length))}
        >
          {fleetSummaryText.showDevices}
        </ButtonLink>
      </span>
    </li>
  )
}
