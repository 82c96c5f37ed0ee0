import { lazy, memo, Suspense } from 'react'
import type { AttentiveDevice } from '@/domain/device/attention.queries.ts'
import { goodOrder, percentInGoodOrder, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import type { ListedStatus } from '@/domain/device/status-counts.queries.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { tagValues } from '@/domain/tags/tags.ts'
import { formatNumber, formatPercent } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { relativeTime } from '@/messages/common/time.ts'
import { fleetSummaryText, fleetText } from '@/messages/fleets/fleets.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Tag, TagList } from '@/ui/display/Tag.tsx'
import { Skeleton } from '@/ui/feedback/Skeleton.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import type { MatrixDevice } from '@/widgets/device/device-order.ts'
import { useStatusAddress } from '@/widgets/device/status-address.ts'
import type { FleetHistory } from '@/widgets/fleet-history/fleet-history.queries.ts'
import { targetRelease } from './fleet-release.ts'
import { FleetMenu } from './FleetMenu.tsx'
import type { ListedFleet } from './fleets.queries.ts'
import styles from './FleetCard.module.css'

/** Loaded while the devices are counted. */
const DeviceMatrix = lazy(() =>
  import('@/widgets/device/DeviceMatrix.tsx').then((loaded) => ({ default: loaded.DeviceMatrix })),
)

/** Loaded when a history has been read. */
const FleetHistoryLine = lazy(() =>
  import('@/widgets/fleet-history/FleetHistoryLine.tsx').then((loaded) => ({
    default: loaded.FleetHistoryLine,
  })),
)

const TAGS_SHOWN = 2
/** In px; with it the card has its height. */
const MATRIX_HEIGHT = 58

export interface FleetCardProps {
  fleet: ListedFleet
  fleetClass: FleetClass
  /** Undefined while counting. */
  status: ListedStatus | undefined
  /** Its last day, if it is known. */
  history: FleetHistory | undefined
  /** Its devices that need attention, if they are known. */
  attention: readonly AttentiveDevice[] | undefined
  countsFailed: boolean
  showOrganization: boolean
}

const pushedAt = (at: number, now: number) => fleetText.pushed(relativeTime(at, now))

/** A fleet: number and statuses of its devices, and its target release. */
export const FleetCard = memo(function FleetCard({
  fleet,
  fleetClass,
  status,
  history,
  attention,
  countsFailed,
  showOrganization,
}: FleetCardProps) {
  return (
    <Card className={styles.card}>
      <Head
        fleet={fleet}
        fleetClass={fleetClass}
        showOrganization={showOrganization}
        unwell={attention?.length ?? 0}
      />
      <Devices
        id={fleet.id}
        name={fleet.app_name}
        total={fleet.owns__device}
        counts={status?.counts}
        devices={status?.devices}
        history={history}
        attention={attention}
        failed={countsFailed}
      />
      <Foot fleet={fleet} />
    </Card>
  )
})

// Memoized separately, because the counts and the history of the devices arrive later.
const Head = memo(function Head({
  fleet,
  fleetClass,
  showOrganization,
  unwell,
}: Pick<FleetCardProps, 'fleet' | 'fleetClass' | 'showOrganization'> & { unwell: number }) {
  const type = fleet.is_for__device_type[0]?.name ?? ''
  const organization = fleet.organization[0]?.name
  return (
    <div className={styles.head}>
      <h2 className={styles.name}>
        <Link to={paths.application(fleet.id, fleetClass)} className={styles.link}>
          {fleet.app_name}
        </Link>
      </h2>
      <div className={styles.tools}>
        {unwell > 0 && (
          <Link
            to={`${paths.fleetDevices(fleet.id)}?status=attention`}
            className={styles.unwell}
            aria-label={fleetSummaryText.needAttention(formatNumber(unwell), unwell)}
            title={fleetSummaryText.needAttention(formatNumber(unwell), unwell)}
          >
            <StatusMark tone="bad" /> {formatNumber(unwell)}
          </Link>
        )}
        <FleetMenu fleet={fleet} fleetClass={fleetClass} />
      </div>
      <p className={styles.type}>{showOrganization && organization ? `${type} · ${organization}` : type}</p>
    </div>
  )
})

const Foot = memo(function Foot({ fleet }: Pick<FleetCardProps, 'fleet'>) {
  const target = targetRelease(fleet)
  return (
    <div className={styles.foot}>
      <div className={styles.release}>
        {target.label === null ? (
          <span className={styles.quiet}>{fleetText.noRelease}</span>
        ) : (
          <span className="mono">{target.label}</span>
        )}
        <Tag>{target.policy}</Tag>
        {target.pushedAt !== null && (
          <span className={styles.pushed}>
            <RelativeTime at={target.pushedAt} format={pushedAt} />
          </span>
        )}
      </div>
      <TagList
        tags={tagValues(fleet.application_tag)}
        max={TAGS_SHOWN}
        label={fleetText.tagsOf(fleet.app_name)}
        empty={<span className={styles.quiet}>{fleetText.noTags}</span>}
      />
    </div>
  )
})

interface DevicesProps {
  id: number
  name: string
  total: number
  counts: StatusCounts | undefined
  devices: readonly MatrixDevice[] | undefined
  history: FleetHistory | undefined
  attention: readonly AttentiveDevice[] | undefined
  failed: boolean
}

function Devices({ id, name, total, counts, devices, history, attention, failed }: DevicesProps) {
  const percent = counts ? percentInGoodOrder(counts) : undefined
  const hrefOf = useStatusAddress(id)
  return (
    <div className={styles.devices}>
      <p className={styles.count}>
        <b>{formatNumber(total)}</b> {fleetText.devicesNoun(total)}
        <span className={styles.percent}>
          {percent === null && fleetText.noDevices}
          {typeof percent === 'number' && fleetText.share[goodOrder()](formatPercent(percent))}
          {history && (
            <Suspense fallback={null}>
              <FleetHistoryLine of="operational" history={history} />
            </Suspense>
          )}
        </span>
      </p>
      {counts ? (
        <Suspense fallback={<Skeleton height={MATRIX_HEIGHT} />}>
          <DeviceMatrix
            words="short"
            label={fleetText.breakdownOf(name)}
            counts={counts}
            devices={devices}
            attention={attention}
            hrefOf={hrefOf}
            height={MATRIX_HEIGHT}
          />
        </Suspense>
      ) : failed ? (
        <p className={styles.quiet}>{fleetSummaryText.statusFailed}</p>
      ) : (
        <Skeleton height={MATRIX_HEIGHT} />
      )}
    </div>
  )
}
