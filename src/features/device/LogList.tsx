import { IconArrowDown } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useLayoutEffect, useRef, type CSSProperties } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { logText } from '@/messages/device.ts'
import { Button } from '@/ui/Button.tsx'
import { ansiRuns, type AnsiRun } from './ansi.ts'
import type { FeedLine } from './log-feed.ts'
import type { LogLook } from './log-preferences.ts'
import { clockTime, fullTime, lineTone, sourceOf, type ServiceNames } from './log-words.ts'
import type { Follow } from './use-follow.ts'
import styles from './LogList.module.css'

const LINE_HEIGHT = 20
const AT_END_WITHIN = 24
const LONGEST_SOURCE = 18

interface LogListProps {
  lines: readonly FeedLine[]
  names: ServiceNames
  look: LogLook
  follow: Follow
  /** What to say while there is no line. */
  empty: string
  onClearFilter: (() => void) | undefined
}

/** The lines, of which only those in sight are drawn. Scrolling up holds it still; the end follows again. */
export function LogList({ lines, names, look, follow, empty, onClearFilter }: LogListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const lastTop = useRef(0)
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed on to memoized parts
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

  const watchScroll = () => {
    const element = scroller.current
    if (!element) return
    const left = element.scrollHeight - element.clientHeight - element.scrollTop
    if (left <= AT_END_WITHIN) follow.resume()
    else if (element.scrollTop < lastTop.current - 1) follow.pause()
    lastTop.current = element.scrollTop
  }
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={logText.list}
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={styles.scroller}
        onScroll={watchScroll}
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
                    ref={rows.measureElement}
                    data-index={row.index}
                    className={styles.row}
                    style={{ transform: `translateY(${row.start}px)` }}
                  >
                    <Line line={line} names={names} look={look} />
                  </div>
                )
              )
            })}
          </div>
        )}
      </div>
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

interface LineProps {
  line: FeedLine
  names: ServiceNames
  look: LogLook
}

// Hundreds of lines may come in a second; those that stay in sight are not drawn again for each.
const Line = memo(function Line({ line, names, look }: LineProps) {
  return (
    <div className={styles.line} data-tone={lineTone(line)} data-bare={look.timestamps ? undefined : true}>
      {look.timestamps && (
        <time
          className={styles.time}
          dateTime={new Date(line.timestamp).toISOString()}
          title={fullTime(line.timestamp, look)}
        >
          {clockTime(line.timestamp, look)}
        </time>
      )}
      <span className={styles.source} data-system={line.isSystem || undefined}>
        {sourceOf(line, names)}
      </span>
      <span className={styles.message}>
        {ansiRuns(line.message).map((run) => (
          <Run key={run.at} run={run} />
        ))}
      </span>
    </div>
  )
})

function Run({ run }: { run: AnsiRun }) {
  const { text, colour, bold, dim, italic, underline } = run
  if (!colour && !bold && !dim && !italic && !underline) return text
  return (
    <span
      className={styles.run}
      data-colour={colour}
      data-bold={bold || undefined}
      data-dim={dim || undefined}
      data-italic={italic || undefined}
      data-underline={underline || undefined}
    >
      {text}
    </span>
  )
}
