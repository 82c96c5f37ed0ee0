import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { FeedLine } from './log-feed.ts'
import { lineHeight, LogRow, type LogRowProps } from './LogRow.tsx'
import styles from './LogList.module.css'

/** Extra lines rendered above the visible ones. */
const SPARE_LINES = 2

interface LogTailProps extends Omit<LogRowProps, 'line' | 'index'> {
  lines: readonly FeedLine[]
  /** Height of the frame in px. */
  height: number
  /** Records the heights of wrapped lines by `seq`, so that the lines stay in place when following stops. */
  heights: RefObject<Map<number, number>>
}

/**
 * Renders the end of the log while it is followed. Hundreds of lines may arrive per second, so nothing is measured in
 * advance: the last lines follow a padding of the estimated height of the others, and DOM rows are reused.
 */
export function LogTail({ lines, height, heights, ...row }: LogTailProps) {
  const rows = useRef<HTMLDivElement>(null)
  const [rowHeight] = useState(lineHeight)
  const count = Math.min(lines.length, Math.ceil(height / rowHeight) + SPARE_LINES)
  const first = lines.length - count
  const tail = lines.slice(first)
  const { wrap } = row.display
  useLayoutEffect(() => {
    const list = rows.current?.parentElement
    if (list) list.scrollTop = list.scrollHeight
    heights.current.clear()
    if (!wrap) return
    for (const [nth, child] of [...(rows.current?.children ?? [])].entries()) {
      const line = tail[nth]
      if (line && child instanceof HTMLElement) heights.current.set(line.seq, child.offsetHeight)
    }
  })
  return (
    <div ref={rows} className={styles.rows} style={{ paddingTop: first * rowHeight }}>
      {rowKeys(tail).map((key, nth) => {
        const line = tail[nth]
        return line && <LogRow key={key} {...row} line={line} index={first + nth} />
      })}
    </div>
  )
}

/** Keys that are reused for later lines. A filtered line whose key would be a duplicate has its own. */
function rowKeys(lines: readonly FeedLine[]): readonly string[] {
  const taken = new Set<number>()
  return lines.map(({ seq }) => {
    const slot = ((seq % lines.length) + lines.length) % lines.length
    if (taken.has(slot)) return `line ${seq}`
    taken.add(slot)
    return String(slot)
  })
}
