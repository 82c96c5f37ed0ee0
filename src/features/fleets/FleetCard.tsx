import { memo } from 'react'
import {
  breakdownParts,
  goodOrder,
  percentInGoodOrder,
  type StatusCounts,
} from '@/domain/device/status-breakdown.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { tagValues } from '@/domain/tags/tags.ts'
import { formatNumber, formatPercent } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { relativeTime } from '@/messages/common/time.ts'
import { fleetSummaryText, fleetText } from '@/messages/fleets/fleets.ts'
import { BreakdownBar, BreakdownLegend } from '@/ui/chart/Bars.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Tag, TagList } from '@/ui/display/Tag.tsx'
import { Skeleton } from '@/ui/feedback/Skeleton.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { targetRelease } from './fleet-release.ts'
import { FleetMenu } from './FleetMenu.tsx'
import type { ListedFleet } from './fleets.queries.ts'
import styles from './FleetCard.module.css'

const TAGS_SHOWN = 2

export interface FleetCardProps {
  fleet: ListedFleet
  fleetClass: FleetClass
  /** Undefined while counting. */
  counts: StatusCounts | undefined
  countsFailed: boolean
  showOrganization: boolean
}

const pushedAt = (at: number, now: number) => fleetText.pushed(relativeTime(at, now))

/** A fleet: number and statuses of its devices, and its target release. */
export const FleetCard = memo(function FleetCard({
  fleet,
  fleetClass,
  counts,
  countsFailed,
  showOrganization,
}: FleetCardProps) {
  const type = fleet.is_for__device_type[0]?.name ?? ''
  const organization = fleet.organization[0]?.name
  const target = targetRelease(fleet)
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          <Link to={paths.application(fleet.id, fleetClass)} className={styles.link}>
            {fleet.app_name}
          </Link>
        </h2>
        <FleetMenu fleet={fleet} fleetClass={fleetClass} />
        <p className={styles.type}>{showOrganization && organization ? `${type} · ${organization}` : type}</p>
      </div>
      <Devices name={fleet.app_name} total={fleet.owns__device} counts={counts} failed={countsFailed} />
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
    </Card>
  )
})

interface DevicesProps {
  name: string
  total: number
  counts: StatusCounts | undefined
  failed: boolean
}

function Devices({ name, total, counts, failed }: DevicesProps) {
  const percent = counts ? percentInGoodOrder(counts) : undefined
  const parts = counts && breakdownParts(counts, 'short')
  return (
    <div className={styles.devices}>
      <p className={styles.count}>
        <b>{formatNumber(total)}</b> {fleetText.devicesNoun(total)}
        <span className={styles.percent}>
          {percent === null && fleetText.noDevices}
          {typeof percent === 'number' && fleetText.share[goodOrder()](formatPercent(percent))}
        </span>
      </p>
      {parts ? (
        <>
          <BreakdownBar parts={parts} label={fleetText.breakdownOf(name)} />
          <BreakdownLegend parts={parts} columns={2} />
        </>
      ) : failed ? (
        <p className={styles.quiet}>{fleetSummaryText.statusFailed}</p>
      ) : (
        <>
          <Skeleton height={8} />
          <Skeleton height={44} />
        </>
      )}
    </div>
  )
}
