import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useImperativeHandle, type Ref, type RefObject } from 'react'
import type { FeedLine } from './log-feed.ts'
import { lineHeight, LogRow, type LogRowProps } from './LogRow.tsx'
import type { LogReading } from './use-log-reading.ts'
import styles from './LogList.module.css'

/** Extra lines rendered above and below the visible ones. */
const SPARE_LINES = 12

export interface LogWindowHandle {
  /** Index of the last visible line. */
  lastVisible(): number
}

interface LogWindowProps extends Omit<LogRowProps, 'line' | 'index' | 'ref'> {
  ref: Ref<LogWindowHandle>
  lines: readonly FeedLine[]
  scroller: RefObject<HTMLDivElement | null>
  /** Known heights of wrapped lines, by `seq`. */
  heights: RefObject<ReadonlyMap<number, number>>
  /** The last reveal request that was handled. */
  shown: RefObject<LogReading['revealed']>
  onReveal: () => void
}

/** A virtualized list of all lines that does not follow new ones. */
export function LogWindow({ ref, lines, scroller, heights, shown, onReveal, ...row }: LogWindowProps) {
  const { revealed } = row.reading
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: lineHeight,
    getItemKey: (index) => lines[index]?.seq ?? index,
    overscan: SPARE_LINES,
    // Starts at the scroll position of the followed list.
    initialOffset: () => scroller.current?.scrollTop ?? 0,
    initialRect: { width: 0, height: scroller.current?.clientHeight ?? 0 },
    initialMeasurementsCache: [...heights.current].map(([key, size]) => ({
      key,
      size,
      index: 0,
      start: 0,
      end: size,
      lane: 0,
    })),
  })
  useImperativeHandle(ref, () => ({ lastVisible: () => rows.range?.endIndex ?? lines.length - 1 }))
  useEffect(() => {
    if (revealed === null || revealed === shown.current) return
    shown.current = revealed
    onReveal()
    rows.scrollToIndex(revealed.index, { align: 'center' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each reveal is a new object
  }, [revealed])
  const items = rows.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = rows.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <div className={styles.rows} style={{ paddingTop: above, paddingBottom: below }}>
      {items.map(({ key, index }) => {
        const line = lines[index]
        return (
          line && (
            <LogRow
              key={key}
              {...row}
              ref={row.display.wrap ? rows.measureElement : undefined}
              line={line}
              index={index}
            />
          )
        )
      })}
    </div>
  )
}
