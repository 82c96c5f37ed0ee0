import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ShownDeviceStatus } from '@/domain/device/device-status.ts'
import { queryText } from '@/domain/device/query/device-query.ts'
import {
  goodOrder,
  percentInGoodOrder,
  totalOf,
  type StatusCounts,
} from '@/domain/device/status-breakdown.ts'
import { statusCountsQuery } from '@/domain/device/status-counts.queries.ts'
import type { Organization } from '@/domain/organization/organization.queries.ts'
import { formatNumber, formatPercent } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { encodedPart } from '@/lib/query-string.ts'
import { fleetText } from '@/messages/fleets/fleets.ts'
import { organizationHealthText as text } from '@/messages/organizations/organizations.ts'
import { useSimulationData } from '@/simulation/simulation-data-context.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { DeviceMatrix } from '@/widgets/device/DeviceMatrix.tsx'
import { StatusBreakdownCard } from '@/widgets/device/StatusBreakdownCard.tsx'
import { fleetHistoriesQuery, type FleetHistory } from '@/widgets/fleet-history/fleet-history.queries.ts'
import { FleetHistoryLine } from '@/widgets/fleet-history/FleetHistoryLine.tsx'
import { mergedHistory } from '@/widgets/fleet-history/merged-history.ts'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { fleetsByAttentionQuery } from './organizations.queries.ts'
import styles from './HealthPanel.module.css'

/** In px. */
const MATRIX_HEIGHT = 66
/** Fleets with a row of their own. */
const MAX_FLEETS = 6

/** All devices of an organization by status, with the last day of those that are operational. */
export function DevicesOverview({ organization: { id, name } }: { organization: Organization }) {
  const counts = useQuery(statusCountsQuery({ organizationId: id }))
  const fleets = useQuery(fleetsByAttentionQuery(id)).data?.map((fleet) => fleet.id) ?? []
  const { data: histories } = useQuery({
    ...fleetHistoriesQuery(fleets, 'day', useSimulationData()),
    // After the numbers, which it must not delay.
    enabled: fleets.length > 0 && counts.data !== undefined,
  })
  const hrefOf = useCallback(
    (status: ShownDeviceStatus) => {
      const where = queryText({ kind: 'condition', of: { field: 'status' }, operator: '=', values: [status] })
      return `${paths.organizationInsights(id)}?q=${encodedPart(where)}`
    },
    [id],
  )
  const shareOf = (known: StatusCounts) => (
    <Share counts={known} history={histories && mergedHistory(histories)} />
  )
  return (
    <div className={styles.overview}>
      <StatusBreakdownCard
        fleetName={name}
        label={text.status}
        counts={counts}
        hrefOf={hrefOf}
        picture={
          counts.data && (
            <DeviceMatrix
              label={text.breakdownOf(name)}
              counts={counts.data}
              hrefOf={hrefOf}
              height={MATRIX_HEIGHT}
              withoutNumbers
            />
          )
        }
        aside={shareOf}
      />
    </div>
  )
}

function Share({ counts, history }: { counts: StatusCounts; history: FleetHistory | undefined }) {
  const percent = percentInGoodOrder(counts)
  return (
    <span className={styles.share}>
      {percent === null ? fleetText.noDevices : fleetText.share[goodOrder()](formatPercent(percent))}
      <FleetHistoryLine of="operational" history={history} />
    </span>
  )
}

/** The fleets of an organization with devices that need attention, those with most first. */
export function FleetsInTrouble({ organization: { id } }: { organization: Organization }) {
  const query = useQuery(fleetsByAttentionQuery(id))
  const { data: counts } = useQuery(statusCountsQuery({ organizationId: id }))
  const fleets = query.data?.filter(({ count }) => count > 0) ?? []
  const total = fleets.reduce((sum, { count }) => sum + count, 0)
  const others = fleets.length - MAX_FLEETS
  return (
    <Panel
      title={text.attention}
      aside={total > 0 && <Tag>{formatNumber(total)}</Tag>}
      actions={
        <ButtonLink to={paths.organizationInsights(id)} size="s" variant="quiet">
          {text.insights}
        </ButtonLink>
      }
      flush
    >
      {query.data === undefined ? (
        <QueryFallback
          query={query}
          failed={text.attentionFailed}
          compact
          className={styles.loading}
          lines={3}
          height={24}
        />
      ) : fleets.length === 0 ? (
        counts === undefined || totalOf(counts) > 0 ? (
          <>
            <StaleNotice query={query} paced />
            <EmptyState
              compact
              icon={<IconCircleCheck size={24} aria-hidden="true" />}
              title={text.allWell}
              detail={text.allWellDetail}
            />
          </>
        ) : (
          <EmptyState compact title={text.noDevices} detail={text.noDevicesDetail} />
        )
      ) : (
        <>
          <StaleNotice query={query} paced />
          <ul className={styles.fleets} aria-label={text.attention}>
            {fleets.slice(0, MAX_FLEETS).map((fleet) => (
              <li key={fleet.id} className={styles.fleet}>
                <StatusMark tone="bad" />
                <Link to={paths.fleet(fleet.id)} className={styles.name}>
                  {fleet.name}
                </Link>
                <span className={styles.count}>{text.devices(formatNumber(fleet.count), fleet.count)}</span>
                <ButtonLink
                  to={`${paths.fleetDevices(fleet.id)}?status=attention`}
                  size="s"
                  aria-label={text.showDevicesOf(fleet.name, formatNumber(fleet.count))}
                >
                  {text.showDevices}
                </ButtonLink>
              </li>
            ))}
            {others > 0 && (
              <li className={styles.fleet}>
                <Link to={paths.applicationsOf(paths.organization(id), 'fleet')} className={styles.others}>
                  {text.otherFleets(formatNumber(others), others)}
                </Link>
              </li>
            )}
          </ul>
        </>
      )}
    </Panel>
  )
}
