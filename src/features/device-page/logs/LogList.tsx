import { IconArrowDown } from '@tabler/icons-react'
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type RefObject,
} from 'react'
import { formatNumber } from '@/lib/format.ts'
import { logLineText } from '@/messages/device-page/device-logs.ts'
import { logText } from '@/messages/device-page/device.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button } from '@/ui/form/Button.tsx'
import type { FeedLine } from './log-feed.ts'
import type { LogDisplay } from './log-preferences.ts'
import type { ServiceNames } from './log-words.ts'
import { LogTail } from './LogTail.tsx'
import { LogWindow, type LogWindowHandle } from './LogWindow.tsx'
import type { Follow } from './use-follow.ts'
import type { LogReading } from './use-log-reading.ts'
import { useScrollHand } from './use-scroll-hand.ts'
import styles from './LogList.module.css'

const LONGEST_SOURCE = 18

interface LogListProps {
  uuid: string
  lines: readonly FeedLine[]
  names: ServiceNames
  display: LogDisplay
  follow: Follow
  reading: LogReading
  /** Shown if there are no lines. */
  empty: string
  onClearFilter: (() => void) | undefined
}

/** A virtualized list of log lines. Scrolling up stops following; scrolling to the end follows again. */
export function LogList({ empty, onClearFilter, follow, ...content }: LogListProps) {
  const { lines, names, display, reading } = content
  const keys = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const heights = useRef(new Map<number, number>())
  const shown = useRef<LogReading['revealed']>(null)
  const logWindow = useRef<LogWindowHandle>(null)
  const height = useHeight(scroller)
  const hand = useScrollHand(follow)
  const lastVisible = () => logWindow.current?.lastVisible() ?? lines.length - 1
  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- tracks scrolling by keys and wheel */}
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={logText.list}
        aria-describedby={keys}
        // A scrollable region must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={styles.scroller}
        data-wrap={display.wrap || undefined}
        style={sourceWidth(names)}
        {...hand.watch}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget) return
          if (reading.moveByKey(event.key, lastVisible())) event.preventDefault()
          else hand.onKey(event)
        }}
      >
        {lines.length === 0 ? (
          <div className={styles.empty}>
            <Status as="span">{empty}</Status>
            {onClearFilter && (
              <Button size="s" onClick={onClearFilter}>
                {logText.clearFilter}
              </Button>
            )}
          </div>
        ) : follow.following ? (
          <LogTail {...content} height={height} heights={heights} />
        ) : (
          <LogWindow
            key={String(display.wrap)}
            ref={logWindow}
            {...content}
            scroller={scroller}
            heights={heights}
            shown={shown}
            onReveal={hand.letGo}
          />
        )}
      </div>
      <span id={keys} hidden>
        {logLineText.keys}
      </span>
      {!follow.following && (
        <div className={styles.follow}>
          <Button size="s" icon={<IconArrowDown size={14} aria-hidden="true" />} onClick={follow.resume}>
            {follow.newLines > 0
              ? logText.newLines(formatNumber(follow.newLines), follow.newLines)
              : logText.follow}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The observed height of an element. */
function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- rendering depends on the measured size
    setHeight(element.current?.clientHeight ?? 0)
  }, [element])
  useEffect(() => {
    const watch = new ResizeObserver(() => setHeight(element.current?.clientHeight ?? 0))
    if (element.current) watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return height
}

/** Reserves space for the longest source name, so that messages are aligned. */
function sourceWidth(names: ServiceNames): CSSProperties & Record<'--source', string> {
  const longest = Math.max(logText.supervisor.length, ...[...names.values()].map(({ length }) => length))
  return { '--source': `${Math.min(longest, LONGEST_SOURCE)}ch` }
}
