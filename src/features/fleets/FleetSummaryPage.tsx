import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { offers } from '@/api/api.ts'
import { goodOrder, percentInGoodOrder, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import { fleetQuery, type Fleet } from '@/domain/fleet/fleet.queries.ts'
import { formatNumber, formatPercent } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { choiceIn, withParams } from '@/lib/url-state.ts'
import { matrixText } from '@/messages/device-list/devices.ts'
import { fleetSummaryText, fleetText } from '@/messages/fleets/fleets.ts'
import { Tag } from '@/ui/display/Tag.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { useDeviceOrder } from '@/widgets/device/device-order.ts'
import { DeviceMatrix } from '@/widgets/device/DeviceMatrix.tsx'
import { useStatusAddress } from '@/widgets/device/status-address.ts'
import { StatusBreakdownCard } from '@/widgets/device/StatusBreakdownCard.tsx'
import { historySpans } from '@/widgets/fleet-history/fleet-history.queries.ts'
import { FleetHistoryPanel } from '@/widgets/fleet-history/FleetHistoryPanel.tsx'
import { useRecordCounts } from '@/widgets/fleet-history/use-record-counts.ts'
import { AddDeviceButton } from '@/widgets/fleet/AddDeviceButton.tsx'
import { loadFleet } from '@/widgets/fleet/fleet-loader.ts'
import { cacheOf, readAhead } from '@/widgets/navigation/route-cache.ts'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { AboutPanel } from './AboutPanel.tsx'
import { AttentionPanel } from './AttentionPanel.tsx'
import { DeployProgress } from './deploy/DeployProgress.tsx'
import { targetRelease } from './fleet-release.ts'
import type { RowsBy } from './FleetMatrixRows.tsx'
import { FleetMenu } from './FleetMenu.tsx'
import { recentReleasesQuery } from './fleets.queries.ts'
import { FleetTagsPanel } from './FleetTagsPanel.tsx'
import { ReleasesPanel } from './ReleasesPanel.tsx'
import { TargetPanel } from './TargetPanel.tsx'
import { readAheadFleetStatus, useFleetStatus } from './use-fleet-status.ts'
import styles from './FleetSummaryPage.module.css'

const FleetMatrixRows = lazy(() =>
  import('./FleetMatrixRows.tsx').then((loaded) => ({ default: loaded.FleetMatrixRows })),
)
const RowsSelect = lazy(() =>
  import('./FleetMatrixRows.tsx').then((loaded) => ({ default: loaded.RowsSelect })),
)

/** The rows of the matrix according to the URL. */
function rowsIn(text: string | null): RowsBy {
  if (text === 'release' || text === 'os') return text
  if (text === 'location' && offers('location')) return text
  return text?.startsWith('tag.') === true ? `tag.${text.slice('tag.'.length)}` : 'status'
}

/** In px. */
const MATRIX_HEIGHT = 66

export async function loader(args: LoaderFunctionArgs) {
  const fleet = await loadFleet(args)
  const { id } = fleet
  const cache = cacheOf(args)
  // The panels load independently and do not delay the page.
  readAhead(cache, recentReleasesQuery(id))
  if (fleet.is_of__class === 'fleet') readAheadFleetStatus(cache, fleet)
  return { id }
}

/** The state and target release of a fleet; general information for apps and blocks. */
export function Component() {
  const { id } = useLoaderData<typeof loader>()
  const query = useSuspenseQuery(fleetQuery(id))
  const fleet = query.data
  return (
    <PageFrame
      title={fleet.app_name}
      state={<Tag>{targetRelease(fleet).policy}</Tag>}
      actions={
        <>
          {fleet.is_of__class === 'fleet' && <AddDeviceButton fleetId={fleet.id} />}
          <FleetMenu fleet={fleet} fleetClass={fleet.is_of__class} />
        </>
      }
    >
      <DeployProgress fleet={fleet} />
      <StaleNotice query={query} />
      {fleet.is_of__class === 'fleet' && (
        <>
          <DevicesOverview fleet={fleet} />
          <History fleet={fleet} />
        </>
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          {fleet.is_of__class === 'fleet' && <Attention fleet={fleet} />}
          <ReleasesPanel fleet={fleet} />
        </div>
        <div className={styles.side} aria-label={fleetText.summary}>
          <TargetPanel fleet={fleet} />
          <AboutPanel fleet={fleet} />
          <FleetTagsPanel fleet={fleet} />
        </div>
      </div>
    </PageFrame>
  )
}

function DevicesOverview({ fleet }: { fleet: Fleet }) {
  const status = useFleetStatus(fleet)
  const { devices, isSorted, sortAnew } = useDeviceOrder(status.devices)
  const [params, setParams] = useSearchParams()
  const by = rowsIn(params.get('rows'))
  const setBy = (next: RowsBy) =>
    setParams(withParams(params, { rows: next === 'status' ? undefined : next }), {
      replace: true,
      preventScrollReset: true,
    })
  const shareOf = (counts: StatusCounts) => (
    <Share fleetId={fleet.id} counts={counts} unwell={status.attention.data?.count ?? 0} />
  )
  const hrefOf = useStatusAddress(fleet.id)
  return (
    <StatusBreakdownCard
      label={fleetSummaryText.status}
      counts={status.counts}
      hrefOf={hrefOf}
      picture={
        status.counts.data && (
          <>
            {by !== 'status' && devices ? (
              <Suspense fallback={<div style={{ height: MATRIX_HEIGHT }} />}>
                <FleetMatrixRows fleetId={fleet.id} fleetName={fleet.app_name} devices={devices} by={by} />
              </Suspense>
            ) : (
              <DeviceMatrix
                label={fleetText.breakdownOf(fleet.app_name)}
                counts={status.counts.data}
                devices={devices}
                placed
                attention={devices === undefined ? status.attention.data?.devices : undefined}
                hrefOf={hrefOf}
                height={MATRIX_HEIGHT}
                withoutNumbers
              />
            )}
            {devices !== undefined && devices.length > 1 && (
              <div className={styles.rows}>
                <Suspense fallback={null}>
                  <RowsSelect devices={devices} by={by} onChange={setBy} />
                </Suspense>
                {!isSorted && (
                  <Button size="s" variant="quiet" title={matrixText.sortAnewHint} onClick={sortAnew}>
                    {matrixText.sortAnew}
                  </Button>
                )}
              </div>
            )}
          </>
        )
      }
      aside={shareOf}
    />
  )
}

interface ShareProps {
  fleetId: number
  counts: StatusCounts
  /** The number of devices that need attention. */
  unwell: number
}

/** What needs attention, before what is well. */
function Share({ fleetId, counts, unwell }: ShareProps) {
  const percent = percentInGoodOrder(counts)
  return (
    <>
      {unwell > 0 && (
        <Link to={`${paths.fleetDevices(fleetId)}?status=attention`} className={styles.unwell}>
          <StatusMark tone="bad" /> {fleetSummaryText.needAttention(formatNumber(unwell), unwell)}
        </Link>
      )}
      {percent === null ? fleetText.noDevices : fleetText.share[goodOrder()](formatPercent(percent))}
    </>
  )
}

function Attention({ fleet }: { fleet: Fleet }) {
  const { attention, counts } = useFleetStatus(fleet)
  return <AttentionPanel fleetId={fleet.id} attention={attention} counts={counts.data} />
}

function History({ fleet }: { fleet: Fleet }) {
  const [params, setParams] = useSearchParams()
  const { counts } = useFleetStatus(fleet)
  useRecordCounts(useMemo(() => counts.data && new Map([[fleet.id, counts.data]]), [fleet.id, counts.data]))
  if (fleet.owns__device === 0) return null
  return (
    <FleetHistoryPanel
      fleetId={fleet.id}
      fleetName={fleet.app_name}
      span={choiceIn(params, 'span', historySpans, 'day')}
      onSpan={(span) =>
        setParams(withParams(params, { span: span === 'day' ? undefined : span }), {
          replace: true,
          preventScrollReset: true,
        })
      }
    />
  )
}
