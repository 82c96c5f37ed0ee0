import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { commonText } from '@/messages/common.ts'
import { restartText } from '@/messages/devices.ts'
import { Link } from '@/ui/link.tsx'
import { StatusBadge, StatusMark } from '@/ui/StatusBadge.tsx'
import type { Tone } from '@/ui/tone.ts'
import styles from './BatchResults.module.css'
import type { BatchResult } from './use-batch.ts'

/** Most rows that are listed; the counts above tell of all. */
const MOST_LISTED = 200

const toneOf: Record<BatchResult['outcome'], Tone> = { done: 'ok', failed: 'bad', skipped: 'idle' }
const severity: Record<BatchResult['outcome'], number> = { failed: 0, skipped: 1, done: 2 }

/** What became of a batch: in one sentence, then device by device, failures first (spec 2 §8). */
export function BatchResults({ results, stopped }: { results: readonly BatchResult[]; stopped: boolean }) {
  const listed = results.toSorted((a, b) => severity[a.outcome] - severity[b.outcome])
  const hidden = listed.length - MOST_LISTED
  return (
    <>
      <Summary results={results} />
      {stopped && <p>{restartText.stopped}</p>}
      <ul className={styles.list} aria-label={restartText.results}>
        {listed.slice(0, MOST_LISTED).map(({ device, outcome, reason }) => (
          <li key={device.id} className={styles.row}>
            <Link to={paths.device(device.uuid)} className={styles.name}>
              {device.device_name}
            </Link>
            <StatusBadge plain tone={toneOf[outcome]}>
              {reason ?? restartText.succeeded}
            </StatusBadge>
          </li>
        ))}
        {hidden > 0 && <li className={styles.row}>{commonText.andMore(hidden)}</li>}
      </ul>
    </>
  )
}

function Summary({ results }: { results: readonly BatchResult[] }) {
  const count = (outcome: BatchResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length
  const [done, failed, skipped] = [count('done'), count('failed'), count('skipped')]
  const first = results.find(({ outcome }) => outcome === 'failed')?.reason ?? ''
  return (
    <div role="status" className={styles.summary}>
      {done > 0 && (
        <p className={styles.line}>
          <StatusMark tone="ok" /> {restartText.done(done, formatNumber(done))}
        </p>
      )}
      {failed > 0 && (
        <p className={styles.line}>
          <StatusMark tone={done > 0 ? 'warn' : 'bad'} />
          {done > 0 ? restartText.someFailed(formatNumber(failed), first) : restartText.allFailed(first)}
        </p>
      )}
      {skipped > 0 && (
        <p className={styles.line}>
          <StatusMark tone="idle" />
          {done + failed === 0 ? restartText.noneOnline : restartText.skipped(skipped, formatNumber(skipped))}
        </p>
      )}
    </div>
  )
}
