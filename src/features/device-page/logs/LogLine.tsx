import { memo } from 'react'
import { ansiRuns } from '@/lib/ansi.ts'
import { isoTime } from '@/lib/format.ts'
import type { FeedLine } from './log-feed.ts'
import type { LogDisplay } from './log-preferences.ts'
import { markedRuns, type MarkedRun } from './log-search.ts'
import { clockTime, fullTime, lineTone, logSource, type ServiceNames } from './log-words.ts'
import styles from './LogList.module.css'

interface LogLineProps {
  line: FeedLine
  names: ServiceNames
  display: LogDisplay
  /** Pattern of the search. */
  pattern: RegExp | null
  /** Whether this is the current match of the search. */
  current: boolean
  chosen: boolean
  onChoose: (seq: number) => void
}

// Memoized, because hundreds of lines may arrive per second.
export const LogLine = memo(function LogLine(props: LogLineProps) {
  const { line, names, display, pattern, current, chosen, onChoose } = props
  return (
    // The keyboard selects lines through the list, which has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={styles.line}
      data-tone={lineTone(line)}
      data-bare={display.timestamps ? undefined : true}
      data-current={current || undefined}
      data-chosen={chosen || undefined}
      onClick={() => {
        // A click that ends a text selection does not select the line.
        if (window.getSelection()?.isCollapsed !== false) onChoose(line.seq)
      }}
    >
      {display.timestamps && (
        <time
          className={styles.time}
          dateTime={isoTime(line.timestamp)}
          title={fullTime(line.timestamp, display)}
        >
          {clockTime(line.timestamp, display)}
        </time>
      )}
      <span className={styles.source} data-system={line.isSystem || undefined}>
        {logSource(line, names)}
      </span>
      <span className={styles.message}>
        {markedRuns(ansiRuns(line.message), pattern).map((run) => (
          <Run key={run.at} run={run} />
        ))}
      </span>
    </div>
  )
})

function Run({ run }: { run: MarkedRun }) {
  const { text, colour, bold, dim, italic, underline, found } = run
  const isPlain = !colour && !bold && !dim && !italic && !underline
  const content = isPlain ? (
    text
  ) : (
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
  return found ? <mark className={styles.found}>{content}</mark> : content
}
