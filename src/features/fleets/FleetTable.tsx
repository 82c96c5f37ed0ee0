import { lazy, memo, Suspense, useCallback, useState } from 'react'
import {
  breakdownParts,
  goodOrder,
  percentInGoodOrder,
  type StatusCounts,
} from '@/domain/device/status-breakdown.ts'
import type { ListedStatus } from '@/domain/device/status-counts.queries.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { tagValues } from '@/domain/tags/tags.ts'
import { formatNumber, formatPercent } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import type { Sort } from '@/lib/url-state.ts'
import { commonText } from '@/messages/common/common.ts'
import { fleetBatchText } from '@/messages/fleets/fleet-lists.ts'
import { fleetListText, fleetText } from '@/messages/fleets/fleets.ts'
import { BreakdownBar } from '@/ui/chart/Bars.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Tag, TagList } from '@/ui/display/Tag.tsx'
import { Skeleton } from '@/ui/feedback/Skeleton.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { SelectionBar, SortHeader, TableFrame } from '@/ui/table/Table.tsx'
import type { FleetHistory } from '@/widgets/fleet-history/fleet-history.queries.ts'
import type { FleetSortField } from './fleet-list-state.ts'
import { targetRelease } from './fleet-release.ts'
import { FleetMenu } from './FleetMenu.tsx'
import type { ListedFleet } from './fleets.queries.ts'
import type { FleetQuestion } from './FleetSelectionBar.tsx'
import styles from './FleetTable.module.css'

const loadSelectionBar = () => import('./FleetSelectionBar.tsx')
const FleetSelectionBar = lazy(() =>
  loadSelectionBar().then((loaded) => ({ default: loaded.FleetSelectionBar })),
)
/** For the page of the table, because it outlives the rows. */
export const FleetDialog = lazy(() => loadSelectionBar().then((loaded) => ({ default: loaded.FleetDialog })))

/** Loaded when a history has been read. */
const FleetHistoryLine = lazy(() =>
  import('@/widgets/fleet-history/FleetHistoryLine.tsx').then((loaded) => ({
    default: loaded.FleetHistoryLine,
  })),
)

const TAGS_SHOWN = 1

export interface FleetTableProps {
  fleetClass: FleetClass
  fleets: readonly ListedFleet[]
  statuses: ReadonlyMap<number, ListedStatus> | undefined
  /** By fleet id; undefined while loading. */
  histories: ReadonlyMap<number, FleetHistory> | undefined
  total: number
  stale: boolean
  sort: Sort<FleetSortField>
  onSort: (sort: Sort<FleetSortField>) => void
  onAsk: (question: FleetQuestion) => void
}

/** The fleets of a page as table rows. */
export function FleetTable({
  fleetClass,
  fleets,
  statuses,
  histories,
  total,
  stale,
  sort,
  onSort,
  onAsk,
}: FleetTableProps) {
  const header = (field: FleetSortField) => {
    const sorted = field === sort.field ? sort.direction : undefined
    return { sorted, onSort: () => onSort({ field, direction: sorted === 'asc' ? 'desc' : 'asc' }) }
  }
  const text = fleetListText.columns
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const chosen = fleets.filter(({ id }) => selected.has(id))
  const select = useCallback((id: number, on: boolean) => {
    setSelected((before) => {
      const next = new Set(before)
      if (on) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])
  return (
    <TableFrame
      label={fleetListText.list(fleetClass)}
      rowCount={total + 1}
      stale={stale}
      bar={
        chosen.length > 0 && (
          <Suspense
            fallback={
              <SelectionBar>
                <b>{fleetBatchText.selected(chosen.length)}</b>
              </SelectionBar>
            }
          >
            <FleetSelectionBar
              fleetClass={fleetClass}
              chosen={chosen}
              onClear={() => setSelected(new Set())}
              onAsk={onAsk}
            />
          </Suspense>
        )
      }
    >
      <thead className={styles.rows}>
        <tr>
          <th className={styles.select}>
            <Checkbox
              hideLabel
              label={commonText.selectAllRows}
              checked={chosen.length === fleets.length}
              mixed={chosen.length > 0 && chosen.length < fleets.length}
              onChange={(on) => setSelected(new Set(on ? fleets.map(({ id }) => id) : []))}
            />
          </th>
          <SortHeader {...header('name')}>{text.name}</SortHeader>
          <SortHeader>{text.type}</SortHeader>
          <SortHeader {...header('devices')} align="end">
            {text.devices}
          </SortHeader>
          <SortHeader align="end">{text.share[goodOrder()]}</SortHeader>
          <SortHeader>{text.status}</SortHeader>
          <SortHeader>{text.release}</SortHeader>
          <SortHeader>{text.pushed}</SortHeader>
          <SortHeader {...header('created')}>{text.created}</SortHeader>
          <SortHeader>{text.tags}</SortHeader>
          <th className={styles.menu}>
            <span className="visually-hidden">{commonText.moreActions}</span>
          </th>
        </tr>
      </thead>
      <tbody className={styles.rows}>
        {fleets.map((fleet) => (
          <FleetRow
            key={fleet.id}
            fleet={fleet}
            fleetClass={fleetClass}
            counts={statuses?.get(fleet.id)?.counts}
            history={histories?.get(fleet.id)}
            selected={selected.has(fleet.id)}
            onSelect={select}
          />
        ))}
      </tbody>
    </TableFrame>
  )
}

interface FleetRowProps {
  fleet: ListedFleet
  fleetClass: FleetClass
  counts: StatusCounts | undefined
  history: FleetHistory | undefined
  selected: boolean
  onSelect: (id: number, on: boolean) => void
}

const FleetRow = memo(function FleetRow({
  fleet,
  fleetClass,
  counts,
  history,
  selected,
  onSelect,
}: FleetRowProps) {
  const target = targetRelease(fleet)
  const percent = counts ? percentInGoodOrder(counts) : undefined
  return (
    <tr data-selected={selected || undefined}>
      <td className={styles.select}>
        <Checkbox
          hideLabel
          label={fleetBatchText.select(fleet.app_name)}
          checked={selected}
          onChange={(on) => onSelect(fleet.id, on)}
        />
      </td>
      <td role="rowheader">
        <Link to={paths.application(fleet.id, fleetClass)} className={styles.name}>
          {fleet.app_name}
        </Link>
      </td>
      <td>{fleet.is_for__device_type[0]?.name}</td>
      <td data-align="end">{formatNumber(fleet.owns__device)}</td>
      <td data-align="end">
        {typeof percent === 'number' ? (
          <span className={styles.share}>
            {history && (
              <Suspense fallback={null}>
                <FleetHistoryLine of="operational" history={history} />
              </Suspense>
            )}
            {formatPercent(percent)}
          </span>
        ) : percent === null ? (
          '–'
        ) : (
          <Skeleton width={36} />
        )}
      </td>
      <td className={styles.bar}>
        {counts ? (
          <BreakdownBar
            parts={breakdownParts(counts)}
            label={percent === null ? fleetText.noDevices : fleetText.breakdownOf(fleet.app_name)}
          />
        ) : (
          <Skeleton height={8} />
        )}
      </td>
      <td>
        <span className={styles.release}>
          {target.label === null ? fleetText.noRelease : <span className="mono">{target.label}</span>}
          <Tag>{target.policy}</Tag>
        </span>
      </td>
      <td>{target.pushedAt === null ? '–' : <RelativeTime at={target.pushedAt} />}</td>
      <td>
        <RelativeTime at={fleet.created_at} />
      </td>
      <td className={styles.tags}>
        <TagList
          tags={tagValues(fleet.application_tag)}
          max={TAGS_SHOWN}
          label={fleetText.tagsOf(fleet.app_name)}
          empty="–"
        />
      </td>
      <td data-align="end" className={styles.menu}>
        <FleetMenu fleet={fleet} fleetClass={fleetClass} />
      </td>
    </tr>
  )
})
