import { IconArrowDown } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useLayoutEffect, useRef, type CSSProperties } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { logText } from '@/messages/device.ts'
import { logLineText } from '@/messages/device-logs.ts'
import { Button } from '@/ui/Button.tsx'
import type { FeedLine } from './log-feed.ts'
import type { LogLook } from './log-preferences.ts'
import type { ServiceNames } from './log-words.ts'
import { LogLine } from './LogLine.tsx'
import { ChosenLine } from './ChosenLine.tsx'
import type { Follow } from './use-follow.ts'
import type { LogReading } from './use-log-reading.ts'
import styles from './LogList.module.css'

const LINE_HEIGHT = 20
const AT_END_WITHIN = 24
const LONGEST_SOURCE = 18

interface LogListProps {
  uuid: string
  lines: readonly FeedLine[]
  names: ServiceNames
  look: LogLook
  follow: Follow
  reading: LogReading
  /** What to say while there is no line. */
  empty: string
  onClearFilter: (() => void) | undefined
}

/** The lines, of which only those in sight are drawn. Scrolling up holds it still; the end follows again. */
export function LogList({ uuid, lines, names, look, follow, reading, empty, onClearFilter }: LogListProps) {
  const keys = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const lastTop = useRef(0)
  /** The list was moved to a line: that it is then at its end does not mean that somebody wants to follow. */
  const wasMoved = useRef(false)
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => lines[index]?.seq ?? index,
    overscan: 12,
  })
  const newest = lines.at(-1)?.seq
  const total = rows.getTotalSize()
  useLayoutEffect(() => {
    const element = scroller.current
    if (follow.following && element) element.scrollTop = element.scrollHeight
  }, [follow.following, newest, total])

  useEffect(() => {
    if (reading.revealed === null) return
    wasMoved.current = true
    rows.scrollToIndex(reading.revealed.index, { align: 'center' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each reveal is an object of its own
  }, [reading.revealed])

  const lastInSight = () => rows.range?.endIndex ?? lines.length - 1
  const byHand = () => {
    wasMoved.current = false
  }
  const watchScroll = () => {
    const element = scroller.current
    if (!element) return
    const left = element.scrollHeight - element.clientHeight - element.scrollTop
    if (left <= AT_END_WITHIN) {
      if (!wasMoved.current) follow.resume()
    } else if (element.scrollTop < lastTop.current - 1) follow.pause()
    lastTop.current = element.scrollTop
  }
  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what scrolls is moved in by keys and wheel */}
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={logText.list}
        aria-describedby={keys}
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={styles.scroller}
        data-wrap={look.wrap || undefined}
        onScroll={watchScroll}
        onWheel={({ deltaY, currentTarget: list }) => {
          byHand()
          // At once: a line that comes before the browser tells of the scrolling would take the list back to its end.
          if (deltaY < 0 && list.scrollTop > 0) follow.pause()
        }}
        onPointerDown={byHand}
        onKeyDown={(event) => {
          byHand()
          if (event.target === event.currentTarget && reading.moveByKey(event.key, lastInSight())) {
            event.preventDefault()
          }
        }}
      >
        {lines.length === 0 ? (
          <div className={styles.empty}>
            <output>{empty}</output>
            {onClearFilter && (
              <Button size="s" onClick={onClearFilter}>
                {logText.clearFilter}
              </Button>
            )}
          </div>
        ) : (
          <div className={styles.space} style={withSourceWidth({ height: total }, names)}>
            {rows.getVirtualItems().map((row) => {
              const line = lines[row.index]
              return (
                line && (
                  <div
                    key={row.key}
                    ref={look.wrap ? rows.measureElement : undefined}
                    data-index={row.index}
                    className={styles.row}
                    style={{ transform: `translateY(${row.start}px)` }}
                  >
                    <LogLine
                      line={line}
                      names={names}
                      look={look}
                      pattern={reading.pattern}
                      current={row.index === reading.match}
                      chosen={line.seq === reading.chosen}
                      onChoose={reading.choose}
                    />
                    {line.seq === reading.chosen && <ChosenLine uuid={uuid} line={line} names={names} />}
                  </div>
                )
              )
            })}
          </div>
        )}
      </div>
      <span id={keys} hidden>
        {logLineText.keys}
      </span>
      {!follow.following && (
        <div className={styles.follow}>
          <Button size="s" icon={<IconArrowDown size={14} aria-hidden="true" />} onClick={follow.resume}>
            {follow.newLines > 0
              ? logText.newLines(formatNumber(follow.newLines), follow.newLines === 1)
              : logText.follow}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Gives the longest source its room, so that messages begin below one another. */
function withSourceWidth(
  style: CSSProperties,
  names: ServiceNames,
): CSSProperties & Record<'--source', string> {
  const longest = Math.max(logText.supervisor.length, ...[...names.values()].map(({ length }) => length))
  return { ...style, '--source': `${Math.min(longest, LONGEST_SOURCE)}ch` }
}
