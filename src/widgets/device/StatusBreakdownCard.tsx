import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { mayRecover } from '@/api/errors.ts'
import { breakdownParts, totalDevices, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import { formatNumber } from '@/lib/format.ts'
import { fleetSummaryText, fleetText } from '@/messages/fleets/fleets.ts'
import { BreakdownBar } from '@/ui/chart/Bars.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, Skeleton } from '@/ui/feedback/Skeleton.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { StatusLegend, type StatusLegendProps } from './StatusLegend.tsx'
import styles from './StatusBreakdownCard.module.css'

export interface StatusBreakdownCardProps extends Omit<StatusLegendProps, 'counts'> {
  counts: UseQueryResult<StatusCounts>
  /** The picture of the counts, once they are known; a bar if absent. */
  picture?: ReactNode
  /** Content next to the numbers. */
  aside?: (counts: StatusCounts) => ReactNode
  /** Content below the bar. */
  footer?: ReactNode
}

/** A fleet's devices by status: the total, each status as a link to its devices, and a picture. */
export function StatusBreakdownCard({ counts, picture, aside, footer, ...legend }: StatusBreakdownCardProps) {
  if (counts.data === undefined) {
    return (
      <Card className={styles.card}>
        {counts.isError ? (
          <ErrorState
            compact
            title={fleetSummaryText.statusFailed}
            detail={errorMessage(counts.error)}
            recovers={mayRecover(counts.error)}
            onRetry={() => void counts.refetch()}
            retrying={counts.isFetching}
          />
        ) : (
          <LoadingRegion className={styles.loading}>
            <Skeleton width={180} height={30} />
            <Skeleton height={8} />
          </LoadingRegion>
        )}
      </Card>
    )
  }
  const total = totalDevices(counts.data)
  return (
    <Card className={styles.card} role="group" aria-label={fleetSummaryText.status}>
      <div className={styles.figures}>
        <p className={styles.total}>
          <b>{formatNumber(total)}</b> {fleetText.devicesNoun(total)}
        </p>
        <StatusLegend {...legend} counts={counts.data} />
        {aside && <p className={styles.aside}>{aside(counts.data)}</p>}
      </div>
      {picture ?? <BreakdownBar parts={breakdownParts(counts.data)} />}
      <StaleNotice query={counts} paced />
      {footer}
    </Card>
  )
}
