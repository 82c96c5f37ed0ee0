import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { buildText } from '@/messages/releases/releases.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { IconButton } from '@/ui/form/Button.tsx'
import { SearchField } from '@/ui/form/SearchField.tsx'
import { linesWith, partsOf, shownLog } from './build-log.ts'
import styles from './LogViewer.module.css'

interface LogViewerProps {
  text: string
  /** The log is still growing: follow its end. */
  growing: boolean
  tall: boolean
}

const AT_END_WITHIN = 24

/** A searchable build log. Follows the end of a growing log until the user scrolls up. */
export function LogViewer({ text, growing, tall }: LogViewerProps) {
  const log = useMemo(() => shownLog(text), [text])
  const [pattern, setPattern] = useState('')
  const [at, setAt] = useState(0)
  const found = useMemo(() => linesWith(log.lines, pattern), [log.lines, pattern])
  const current = found[Math.min(at, found.length - 1)]
  const scroller = useRef<HTMLDivElement>(null)
  const follows = useRef(true)

  useLayoutEffect(() => {
    const element = scroller.current
    if (growing && follows.current && element) element.scrollTop = element.scrollHeight
  }, [growing, log.lines])
  useEffect(() => {
    if (current === undefined) return
    follows.current = false
    scroller.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current, pattern])

  const moveBy = (by: number) => setAt((found.length + Math.min(at, found.length - 1) + by) % found.length)
  return (
    <>
      <div className={styles.bar} role="search">
        <SearchField
          label={buildText.search}
          isFilter={false}
          value={pattern}
          pauseMs={150}
          width="min(260px, 100%)"
          onChange={(next) => {
            setPattern(next)
            setAt(0)
          }}
        />
        {pattern !== '' && (
          <>
            <Status as="span" className={styles.found}>
              {found.length === 0
                ? buildText.foundNothing
                : buildText.found(
                    formatNumber(Math.min(at, found.length - 1) + 1),
                    formatNumber(found.length),
                  )}
            </Status>
            {found.length > 1 && (
              <>
                <IconButton
                  size="s"
                  label={buildText.previous}
                  icon={<IconChevronUp size={16} aria-hidden="true" />}
                  onClick={() => moveBy(-1)}
                />
                <IconButton
                  size="s"
                  label={buildText.next}
                  icon={<IconChevronDown size={16} aria-hidden="true" />}
                  onClick={() => moveBy(1)}
                />
              </>
            )}
          </>
        )}
      </div>
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={buildText.list}
        // A scrollable region must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={styles.lines}
        data-tall={tall || undefined}
        onScroll={({ currentTarget: { scrollHeight, clientHeight, scrollTop } }) => {
          follows.current = scrollHeight - clientHeight - scrollTop <= AT_END_WITHIN
        }}
      >
        {log.truncated && (
          <p className={styles.truncated}>
            {buildText.truncated(formatNumber(log.lines.length), formatNumber(log.total))}
          </p>
        )}
        {log.lines.map((line, index) => (
          // Lines are only appended, so the index is a stable key.
          // oxlint-disable-next-line react/no-array-index-key
          <Line key={index} line={line} pattern={pattern} current={index === current} />
        ))}
      </div>
    </>
  )
}

interface LineProps {
  line: string
  pattern: string
  current: boolean
}

const Line = memo(function Line({ line, pattern, current }: LineProps) {
  return (
    <div className={styles.line} data-current={current || undefined}>
      {pattern === ''
        ? line
        : partsOf(line, pattern).map(({ text, hit, at }) => (hit ? <mark key={at}>{text}</mark> : text))}
    </div>
  )
})
