import type { BatchResult } from '@/domain/operations/run-batch.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { commonText } from '@/messages/common/common.ts'
import { batchText, operationReason, type BatchWords } from '@/messages/operations/operations.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { StatusBadge, StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import type { Tone } from '@/ui/feedback/tone.ts'
import { Link } from '@/ui/layout/link.tsx'
import { SaveResults } from './SaveResults.tsx'
import styles from './BatchResults.module.css'

/** Maximum number of listed rows; the counts above include all. */
const MAX_LISTED = 200

type ResultOutcome = BatchResult['outcome']

const toneOf: Record<ResultOutcome, Tone> = { done: 'ok', failed: 'bad', locked: 'warn', skipped: 'idle' }
const severity: Record<ResultOutcome, number> = { failed: 0, locked: 1, skipped: 2, done: 3 }

export interface BatchResultsProps {
  words: BatchWords
  results: readonly BatchResult[]
  stopped: boolean
}

/** The result of a batch: a summary, then the devices, failures first. */
export function BatchResults({ words, results, stopped }: BatchResultsProps) {
  const listed = results.toSorted((a, b) => severity[a.outcome] - severity[b.outcome])
  const hidden = listed.length - MAX_LISTED
  return (
    <>
      <Summary words={words} results={results} />
      {stopped && <p>{batchText.stopped}</p>}
      <ul className={styles.list} aria-label={batchText.results}>
        {listed.slice(0, MAX_LISTED).map(({ device, outcome, reason }) => (
          <li key={device.id} className={styles.row}>
            <Link to={paths.device(device.uuid)} className={styles.name}>
              {device.device_name}
            </Link>
            <StatusBadge plain tone={toneOf[outcome]}>
              {reason ?? words.succeeded}
            </StatusBadge>
          </li>
        ))}
        {hidden > 0 && <li className={styles.row}>{commonText.andMore(hidden)}</li>}
      </ul>
      <SaveResults words={words} results={results} />
    </>
  )
}

function Summary({ words, results }: Omit<BatchResultsProps, 'stopped'>) {
  const done = results.filter(({ outcome }) => outcome === 'done').length
  const failures = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'locked')
  const first = failures[0]?.reason ?? ''
  const skipped = Object.entries(skippedByReason(results))
  const allSkipped = done + failures.length === 0
  return (
    <Status as="div" className={styles.summary}>
      {done > 0 && (
        <p className={styles.line}>
          <StatusMark tone="ok" /> {words.done(done, formatNumber(done))}
        </p>
      )}
      {failures.length > 0 && (
        <p className={styles.line}>
          <StatusMark tone={done > 0 ? 'warn' : 'bad'} />
          {done > 0 ? batchText.someFailed(formatNumber(failures.length), first) : batchText.allFailed(first)}
        </p>
      )}
      {allSkipped && (
        <p className={styles.line}>
          <StatusMark tone="idle" />
          {skipped.every(([reason]) => reason === operationReason.mustBeOnline)
            ? batchText.noneOnline
            : batchText.noneLeft}
        </p>
      )}
      {skipped.map(([reason, count]) => (
        <p key={reason} className={styles.line}>
          <StatusMark tone="idle" />
          {reason === operationReason.noBlink(1)
            ? operationReason.noBlink(count)
            : batchText.skipped(count, formatNumber(count), reason)}
        </p>
      ))}
    </Status>
  )
}

function skippedByReason(results: readonly BatchResult[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome, reason = '' } of results) {
    if (outcome === 'skipped') counts[reason] = (counts[reason] ?? 0) + 1
  }
  return counts
}
