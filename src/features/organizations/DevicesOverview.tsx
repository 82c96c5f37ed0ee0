import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ShownDeviceStatus } from '@/domain/device/device-status.ts'
import { queryText } from '@/domain/device/query/device-query.ts'
import { goodOrder, percentInGoodOrder, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import { statusCountsQuery } from '@/domain/device/status-counts.queries.ts'
import type { Organization } from '@/domain/organization/organization.queries.ts'
import { formatPercent } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { encodedPart } from '@/lib/query-string.ts'
import { fleetText } from '@/messages/fleets/fleets.ts'
import { organizationHealthText as text } from '@/messages/organizations/organizations.ts'
import { useSimulationData } from '@/simulation/simulation-data-context.tsx'
import { DeviceMatrix } from '@/widgets/device/DeviceMatrix.tsx'
import { StatusBreakdownCard } from '@/widgets/device/StatusBreakdownCard.tsx'
import { fleetHistoriesQuery, type FleetHistory } from '@/widgets/fleet-history/fleet-history.queries.ts'
import { FleetHistoryLine } from '@/widgets/fleet-history/FleetHistoryLine.tsx'
import { mergedHistory } from '@/widgets/fleet-history/merged-history.ts'
import { fleetsByAttentionQuery } from './organizations.queries.ts'
import styles from './DevicesOverview.module.css'

/** In px. */
const MATRIX_HEIGHT = 66

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
      const query = queryText({ kind: 'condition', of: { field: 'status' }, operator: '=', values: [status] })
      return `${paths.organizationInsights(id)}?q=${encodedPart(query)}`
    },
    [id],
  )
  const shareOf = (known: StatusCounts) => (
    <Share counts={known} history={histories && mergedHistory(histories)} />
  )
  return (
    <div className={styles.overview}>
      <StatusBreakdownCard
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
