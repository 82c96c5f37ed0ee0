import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { fleetsAttentionQuery } from '@/domain/device/attention.queries.ts'
import { goodOrder, percentInGoodOrder, totalDevices } from '@/domain/device/status-breakdown.ts'
import { listedStatusCountsQuery, type ListedStatus } from '@/domain/device/status-counts.queries.ts'
import { paceOf } from '@/domain/pace.ts'
import * as poll from '@/domain/polling.ts'
import { formatInstant, formatNumber, formatPercent, formatSpan } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { fleetText } from '@/messages/fleets/fleets.ts'
import { wallText as text } from '@/messages/wall/wall.ts'
import { useSimulationData } from '@/simulation/simulation-data-context.tsx'
import { TimeProvider, useTimeText, type TimeSource } from '@/ui/display/now.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { useLasting } from '@/ui/use-lasting.ts'
import { useMedia } from '@/ui/use-media.ts'
import { DeviceMatrix } from '@/widgets/device/DeviceMatrix.tsx'
import { useStatusAddress } from '@/widgets/device/status-address.ts'
import { fleetHistoriesQuery } from '@/widgets/fleet-history/fleet-history.queries.ts'
import { FleetHistoryChart } from '@/widgets/fleet-history/FleetHistoryPanel.tsx'
import { useRecordStatuses } from '@/widgets/fleet-history/use-record-counts.ts'
import { wallAddress, type WallAddress } from './wall-address.ts'
import { wallFleetsQuery } from './wall.queries.ts'
import styles from './Wall.module.css'

/** From this age on, data is not believed: two or three reads have failed. */
const STALE_MS = 60_000
/** A slow platform is read more rarely: there, from so many times the interval on. */
const STALE_INTERVALS = 1.5
/** A count that has not come by then is said to be unknown. */
const UNKNOWN_MS = 5_000

// The age of data is real time, even if devices live in simulated time.
const realTime: TimeSource = { now: () => Date.now() }

type WallFleet = { id: number; app_name: string; owns__device: number }

export interface WallProps {
  /** A newer version was deployed: the wall loads it by itself. */
  isOutOfDate: boolean
  reload: () => void
}

/** Fleets in turn, in large type and without controls, for a screen that people look at from across the room. */
export function Wall({ isOutOfDate, reload }: WallProps) {
  const [params] = useSearchParams()
  const { fleets: ids, everyMs } = useMemo(() => wallAddress(params), [params])
  const listed = useQuery(wallFleetsQuery(ids))
  const fleets = listed.data
  const countsQuery = listedStatusCountsQuery(fleets ?? [])
  const counts = useQuery({ ...countsQuery, enabled: fleets !== undefined })
  const staleAfter = useStaleAfter(countsQuery.queryKey, poll.listedStatusCounts)
  useRecordStatuses(counts.data)
  useEffect(() => {
    if (isOutOfDate) reload()
  }, [isOutOfDate, reload])
  useEscape()
  const clock = useTimeText((now) => formatInstant(now, { seconds: false }))
  const [began] = useState(() => Date.now())
  const isKnown = fleets !== undefined && counts.data !== undefined
  const readAt = Math.min(listed.dataUpdatedAt, counts.dataUpdatedAt)
  return (
    <TimeProvider source={realTime}>
      <Frame since={isKnown ? readAt : began} isKnown={isKnown} staleAfter={staleAfter} clock={clock}>
        {fleets?.length === 0 ? (
          <main className={styles.message}>
            <h1>{text.none}</h1>
            <p>{text.noneDetail}</p>
          </main>
        ) : (
          fleets && counts.data && <Fleets fleets={fleets} statuses={counts.data} everyMs={everyMs} />
        )}
      </Frame>
    </TimeProvider>
  )
}

interface FrameProps {
  /** When the data was read, or else when the wall was opened. */
  since: number
  isKnown: boolean
  /** The age from which on data is not believed, in ms. */
  staleAfter: () => number
  /** The time of the platform. */
  clock: string
  children: ReactNode
}

/** The age from which on the data of a `timed` query is not believed. It changes with the pace of the platform. */
function useStaleAfter(queryKey: QueryKey, intervalMs: number): () => number {
  const client = useQueryClient()
  return () => Math.max(STALE_MS, STALE_INTERVALS * paceOf(client, queryKey, intervalMs))
}

/** The age of the data over everything; without colours when it is too old. */
function Frame({ since, isKnown, staleAfter, clock, children }: FrameProps) {
  const isStale = useTimeText((now) => (now - since > staleAfter() ? 'stale' : '')) !== ''
  const age = useTimeText((now) => formatSpan(Math.max(0, now - since)))
  return (
    <div className={styles.wall} data-stale={isStale || undefined}>
      <header className={styles.top}>
        <p className={styles.age}>
          {isStale && <StatusMark tone="bad" />}
          {isKnown ? (isStale ? text.stale : text.fresh)(age) : isStale ? text.waiting : text.loading}
        </p>
        <p className={styles.clock}>{clock}</p>
      </header>
      {isStale && (
        <p className={styles.warning} role="alert">
          {text.staleDetail}
        </p>
      )}
      {children}
    </div>
  )
}

interface FleetsProps extends Pick<WallAddress, 'everyMs'> {
  fleets: readonly WallFleet[]
  statuses: ReadonlyMap<number, ListedStatus>
}

function Fleets({ fleets, statuses, everyMs }: FleetsProps) {
  const [at, setAt] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const count = fleets.length
  useEffect(() => {
    if (isPaused || count < 2) return
    const timer = setInterval(() => setAt((now) => now + 1), everyMs)
    return () => clearInterval(timer)
    // A press on a fleet shows it for the whole time.
  }, [isPaused, count, everyMs, at])
  const shown = fleets[at % count]
  if (!shown) return null
  return (
    <>
      <Fleet key={shown.id} fleet={shown} status={statuses.get(shown.id)} />
      <footer className={styles.foot}>
        <ul className={styles.others} aria-label={text.fleets}>
          {fleets.map((fleet, index) => (
            <li key={fleet.id}>
              <Chip
                fleet={fleet}
                status={statuses.get(fleet.id)}
                isShown={fleet.id === shown.id}
                onShow={() => setAt(index)}
              />
            </li>
          ))}
        </ul>
        <div className={styles.controls}>
          {count > 1 && (
            <Button size="s" variant="quiet" onClick={() => setPaused(!isPaused)}>
              {isPaused ? text.resume : text.pause}
            </Button>
          )}
          <ButtonLink size="s" variant="quiet" to={paths.fleets()}>
            {text.leave}
          </ButtonLink>
        </div>
      </footer>
    </>
  )
}

/** A matrix as high as the screen allows, in px. */
const HEIGHTS = { small: 150, medium: 230, large: 320, larger: 400, largest: 900 }

function Fleet({ fleet, status }: { fleet: WallFleet; status: ListedStatus | undefined }) {
  const isMedium = useMedia('(width >= 1100px) and (height >= 800px)')
  const isLarge = useMedia('(width >= 1700px) and (height >= 1000px)')
  const isLarger = useMedia('(width >= 2200px) and (height >= 1200px)')
  const isLargest = useMedia('(width >= 3400px) and (height >= 1900px)')
  const { data: histories } = useQuery(fleetHistoriesQuery([fleet.id], 'day', useSimulationData()))
  const history = histories?.get(fleet.id)
  const { data: attention } = useQuery(fleetsAttentionQuery([fleet.id]))
  const hrefOf = useStatusAddress(fleet.id)
  const counts = status?.counts
  const total = counts ? totalDevices(counts) : fleet.owns__device
  const percent = counts && percentInGoodOrder(counts)
  return (
    <main className={styles.fleet}>
      <title>{text.documentTitle(fleet.app_name)}</title>
      <div className={styles.head}>
        <h1 className={styles.name}>{fleet.app_name}</h1>
        <p className={styles.figure}>
          <b>{formatNumber(total)}</b> {text.devices(total)}
        </p>
        {typeof percent === 'number' && (
          <p className={styles.figure}>{fleetText.share[goodOrder()](formatPercent(percent))}</p>
        )}
        <Attention fleetId={fleet.id} />
      </div>
      {counts && (
        <div className={styles.matrix}>
          <DeviceMatrix
            label={fleetText.breakdownOf(fleet.app_name)}
            counts={counts}
            devices={status.devices}
            attention={attention?.byFleet?.get(fleet.id)}
            hrefOf={hrefOf}
            height={
              HEIGHTS[
                isLargest
                  ? 'largest'
                  : isLarger
                    ? 'larger'
                    : isLarge
                      ? 'large'
                      : isMedium
                        ? 'medium'
                        : 'small'
              ]
            }
            largest={72}
          />
        </div>
      )}
      {history && history.points.length > 1 && (
        <section className={styles.history} aria-label={text.last}>
          <h2>{text.last}</h2>
          <FleetHistoryChart fleetName={fleet.app_name} history={history} />
        </section>
      )}
    </main>
  )
}

/** How many devices need attention; nothing only if that is known to be none. */
function Attention({ fleetId }: { fleetId: number }) {
  const query = fleetsAttentionQuery([fleetId])
  const { data: attention, dataUpdatedAt, failureCount, isRefetchError } = useQuery(query)
  const count = attention?.count
  const staleAfter = useStaleAfter(query.queryKey, poll.statusCounts)
  const isLate = useLasting(count === undefined, UNKNOWN_MS)
  const age = useTimeText((now) =>
    isRefetchError || now - dataUpdatedAt > staleAfter() ? formatSpan(Math.max(0, now - dataUpdatedAt)) : '',
  )
  if (count === undefined)
    return isLate || failureCount > 0 ? <p className={styles.figure}>{text.attentionUnknown}</p> : null
  if (count === 0 && age === '') return null
  return (
    <p className={styles.figure} data-bad={count > 0 ? '' : undefined}>
      {count > 0 && <StatusMark tone="bad" />} <b>{formatNumber(count)}</b> {text.attention(count)}
      {age !== '' && ` ${text.asOf(age)}`}
    </p>
  )
}

interface ChipProps {
  fleet: WallFleet
  status: ListedStatus | undefined
  isShown: boolean
  onShow: () => void
}

function Chip({ fleet, status, isShown, onShow }: ChipProps) {
  const percent = status ? percentInGoodOrder(status.counts) : null
  const written = percent === null ? null : formatPercent(percent)
  return (
    <button
      type="button"
      className={styles.chip}
      aria-current={isShown ? 'true' : undefined}
      aria-label={text.show(fleet.app_name, written === null ? null : fleetText.share[goodOrder()](written))}
      onClick={onShow}
    >
      <StatusMark tone={status ? toneOf(status) : 'idle'} />
      {fleet.app_name} {written !== null && <span className={styles.percent}>{written}</span>}
    </button>
  )
}

/** The worst state of a fleet's devices. */
function toneOf({ counts }: ListedStatus) {
  if (counts.frozen > 0) return 'bad'
  if (counts['reduced-functionality'] > 0) return 'warn'
  return counts.disconnected > 0 ? 'idle' : 'ok'
}

/** Escape leaves the wall. */
function useEscape() {
  const navigate = useNavigate()
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) void navigate(paths.fleets())
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [navigate])
}
