import { useCallback, useRef, useState } from 'react'
import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import type { RequestLogEntry } from '@/simulation/control-contract.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import type { Tone } from '@/ui/feedback/tone.ts'
import { SearchField } from '@/ui/form/SearchField.tsx'
import { AsyncContent } from './AsyncContent.tsx'
import { fitsFilter } from './request-log-entry.ts'
import { RequestDetail } from './RequestDetail.tsx'
import { usePolled } from './use-polled.ts'
import type { WorldControl } from './world-control.ts'
import panel from './ControlPanel.module.css'
import styles from './RequestLogSection.module.css'

const EVERY_MS = 2000
const MAX_SHOWN = 150
const MAX_KEPT = 400

const toneOf = (status: number): Tone =>
  status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'ok'

/** The request log, newest first. */
export function RequestLogSection({ control }: { control: WorldControl }) {
  const { client } = control
  const known = useRef<readonly RequestLogEntry[]>([])
  const ask = useCallback(async () => {
    // Pending requests have no status yet and are loaded again.
    const settled = known.current.findLastIndex(({ status }) => status !== 0)
    const kept = known.current.slice(0, settled + 1)
    const news = await client.requestLog(kept.at(-1)?.n ?? 0)
    known.current = [...kept, ...news].slice(-MAX_KEPT)
    return known.current
  }, [client])
  const { result, again } = usePolled(control, ask, EVERY_MS)
  return (
    <section className={panel.section} aria-label={panelText.requestLog}>
      <h3>{panelText.requestLog}</h3>
      <AsyncContent result={result} onRetry={() => void again()} lines={10}>
        {(entries) => <RequestList entries={entries} control={control} />}
      </AsyncContent>
    </section>
  )
}

function RequestList({ entries, control }: { entries: readonly RequestLogEntry[]; control: WorldControl }) {
  const [filter, setFilter] = useState('')
  const [open, setOpen] = useState<number>()
  const shown = entries
    .filter((entry) => fitsFilter(entry, filter))
    .slice(-MAX_SHOWN)
    .toReversed()
  if (entries.length === 0) return <EmptyState compact title={panelText.noRequests} />
  return (
    <>
      <SearchField
        label={panelText.filterRequests}
        value={filter}
        onChange={setFilter}
        isFilter={false}
        width="100%"
      />
      {shown.length === 0 && <p className={panel.note}>{panelText.noSuchRequest}</p>}
      <ul className={styles.requests} aria-label={panelText.requestLog}>
        {shown.map((entry) => (
          <li key={entry.n}>
            <RequestRow
              entry={entry}
              isOpen={entry.n === open}
              onToggle={() => setOpen(entry.n === open ? undefined : entry.n)}
            />
            {entry.n === open && <RequestDetail n={entry.n} control={control} />}
          </li>
        ))}
      </ul>
    </>
  )
}

function RequestRow({
  entry: { method, path, status, ms },
  isOpen,
  onToggle,
}: {
  entry: RequestLogEntry
  isOpen: boolean
  onToggle: () => void
}) {
  return (
    <button type="button" className={styles.row} aria-expanded={isOpen} onClick={onToggle}>
      <b>{method}</b>
      <code>{path}</code>
      <StatusBadge tone={toneOf(status)} plain>
        {status === 0 ? panelText.noAnswer : status}
      </StatusBadge>
      <span className={styles.ms}>{`${Math.round(ms)} ms`}</span>
    </button>
  )
}
