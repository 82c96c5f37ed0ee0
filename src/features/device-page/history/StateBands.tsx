import { useId, useState } from 'react'
import { chartTime } from '@/features/device-page/metrics/chart-words.ts'
import { formatPercent } from '@/lib/format.ts'
import { metricHistoryText, stateBandText as text } from '@/messages/device-page/device-history.ts'
import type { TimeRange } from '@/ui/chart/line-chart.ts'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { SortHeader, TableFrame } from '@/ui/table/Table.tsx'
import { stateShares, type Band } from './state-bands.ts'
import styles from './StateBands.module.css'

export interface StateBandsProps {
  bands: readonly Band[]
  whole: TimeRange
  /** The visible range; undefined shows everything. Shared with the charts below. */
  zoom: TimeRange | undefined
}

/** A smaller known share is treated as a visible gap. */
const COMPLETE = 0.995

/** Maximum rows of the table; zooming in reveals the others. */
const MAX_ROWS = 200

/** Device states over time as bands and as a table. Gaps mean that nothing is known. */
export function StateBands({ bands, whole, zoom }: StateBandsProps) {
  const id = useId()
  const shown = zoom ?? whole
  const inView = bands.map((band) => ({
    ...band,
    spans: band.spans.filter(({ from, to }) => to >= shown.from && from <= shown.to),
  }))
  return (
    <section aria-labelledby={id} className={styles.bands}>
      <h3 id={id} className={styles.title}>
        {text.title}
      </h3>
      {inView.map((band) => (
        <BandRow key={band.name} band={band} shown={shown} whole={whole} />
      ))}
      <p className={styles.axis} aria-hidden>
        <span>{chartTime(whole, shown.from)}</span>
        <span>{chartTime(whole, shown.to)}</span>
      </p>
      <BandTable bands={inView} whole={whole} />
    </section>
  )
}

function BandRow({ band, shown, whole }: { band: Band; shown: TimeRange; whole: TimeRange }) {
  const length = shown.to - shown.from
  const place = (at: number) => Math.min(100, Math.max(0, ((at - shown.from) / length) * 100))
  const clipped = band.spans.map((span) => ({
    ...span,
    from: Math.max(shown.from, span.from),
    to: Math.min(shown.to, span.to),
  }))
  const shares = stateShares({ ...band, spans: clipped }, shown)
  const known = shares.reduce((sum, { share }) => sum + share, 0)
  const words = [
    ...shares.map(({ label, share }) => text.share(label, formatPercent(share * 100))),
    ...(known < COMPLETE ? [text.share(text.unknown, formatPercent((1 - known) * 100))] : []),
  ]
  const tones = new Map(clipped.map(({ label, tone }) => [label, tone]))
  return (
    <div className={styles.row}>
      <div className={styles.head}>
        <span className={styles.name}>{text.bands[band.name]}</span>
        <span className={styles.source}>{text.sources[band.name]}</span>
        <span className={styles.legend} aria-hidden>
          {[...tones].map(([label, tone]) => (
            <StatusBadge key={label} plain tone={tone}>
              {label}
            </StatusBadge>
          ))}
          {known < COMPLETE && (
            <span className={styles.unknown}>
              <span className={styles.swatch} />
              {text.notKnown}
            </span>
          )}
        </span>
      </div>
      <div
        role="img"
        aria-label={text.described(text.bands[band.name], words.join(', '))}
        className={styles.track}
      >
        {clipped.map(({ from, to, tone, label }) => (
          <span
            key={from}
            className={styles.span}
            data-tone={tone}
            title={text.span(label, chartTime(whole, from), chartTime(whole, to))}
            style={{ insetInlineStart: `${place(from)}%`, width: `${place(to) - place(from)}%` }}
          />
        ))}
      </div>
    </div>
  )
}

function BandTable({ bands, whole }: { bands: readonly Band[]; whole: TimeRange }) {
  const [isOpen, setOpen] = useState(false)
  const rows = bands.flatMap(({ name, spans }) => spans.map((span) => ({ name, ...span })))
  const newest = rows.toSorted((one, other) => other.from - one.from).slice(0, MAX_ROWS)
  return (
    <details className={styles.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{metricHistoryText.table}</summary>
      {isOpen && (
        <>
          {newest.length < rows.length && (
            <p className={styles.source}>{metricHistoryText.newest(newest.length, rows.length)}</p>
          )}
          <TableFrame label={text.table} compact maxHeight={260}>
            <thead>
              <tr>
                <SortHeader>{text.columns.from}</SortHeader>
                <SortHeader>{text.columns.to}</SortHeader>
                <SortHeader>{text.columns.state}</SortHeader>
                <SortHeader>{text.columns.source}</SortHeader>
              </tr>
            </thead>
            <tbody>
              {newest.map(({ name, from, to, tone, label }) => (
                <tr key={`${name} ${from}`}>
                  <td role="rowheader">{chartTime(whole, from)}</td>
                  <td>{chartTime(whole, to)}</td>
                  <td>
                    <StatusBadge plain tone={tone}>
                      {label}
                    </StatusBadge>
                  </td>
                  <td>{text.sources[name]}</td>
                </tr>
              ))}
            </tbody>
          </TableFrame>
        </>
      )}
    </details>
  )
}
