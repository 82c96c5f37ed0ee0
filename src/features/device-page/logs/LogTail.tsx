import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { lineHeight, LogRow, type LogRowProps } from './LogRow.tsx'
import type { FeedLine } from './log-feed.ts'
import styles from './LogList.module.css'

/** Lines drawn above those that fill the frame. */
const SPARE_LINES = 2

interface LogTailProps extends Omit<LogRowProps, 'line' | 'index'> {
  lines: readonly FeedLine[]
  /** Of the frame, in px. */
  height: number
  /** Takes down the heights of lines that wrap, by `seq`: what is read from here on keeps its place. */
  heights: RefObject<Map<number, number>>
}

/**
 * The end of the lines, kept in sight. Hundreds may come in a second, so nothing is measured beforehand: the last lines
 * stand below one another, under a space as high as the others, and a row is used again for the next line.
 */
export function LogTail({ lines, height, heights, ...row }: LogTailProps) {
  const rows = useRef<HTMLDivElement>(null)
  const [lineAt] = useState(lineHeight)
  const count = Math.min(lines.length, Math.ceil(height / lineAt) + SPARE_LINES)
  const first = lines.length - count
  const tail = lines.slice(first)
  const { wrap } = row.look
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
    <div ref={rows} className={styles.rows} style={{ paddingTop: first * lineAt }}>
      {rowKeys(tail).map((key, nth) => {
        const line = tail[nth]
        return line && <LogRow key={key} {...row} line={line} index={first + nth} />
      })}
    </div>
  )
}

/** Keys that come again for the lines that follow; a filtered line that would take another's has one of its own. */
function rowKeys(lines: readonly FeedLine[]): readonly string[] {
  const taken = new Set<number>()
  return lines.map(({ seq }) => {
    const place = ((seq % lines.length) + lines.length) % lines.length
    if (taken.has(place)) return `line ${seq}`
    taken.add(place)
    return String(place)
  })
}
