import { useQueryClient } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { formatDuration, formatNumber } from '@/lib/format.ts'
import { commonText } from '@/messages/common.ts'
import { restartText } from '@/messages/devices.ts'
import { ProgressBar } from '@/ui/Bars.tsx'
import { Button } from '@/ui/Button.tsx'
import { Dialog } from '@/ui/Dialog.tsx'
import { ErrorState } from '@/ui/ErrorState.tsx'
import { BatchResults } from './BatchResults.tsx'
import type { ChosenDevice, ReadProgress } from './devices.queries.ts'
import styles from './RestartDialog.module.css'
import { useBatch, type Batch } from './use-batch.ts'

/** Decisions 15: more requests than this in a minute wait for their turn. */
const REQUESTS_A_MINUTE = 350
const MINUTE = 60_000

export interface RestartDialogProps {
  opened: boolean
  onClose: () => void
  fleetId: number
  /** How many are selected. */
  count: number
  /** Reads the selected devices as they are now. */
  read: (progress: ReadProgress) => Promise<ChosenDevice[]>
}

/** Restarts the services of the selected devices: asks, runs with progress, then tells what became of each (spec 2 §4). */
export function RestartDialog({ opened, onClose, fleetId, count, read }: RestartDialogProps) {
  const queries = useQueryClient()
  const batch = useBatch((device) => api().supervisor.restartServices(device.id, fleetId))
  const { kind } = batch.stage
  const busy = kind === 'reading' || kind === 'running'

  const close = () => {
    if (busy) return
    if (kind === 'finished') void queries.invalidateQueries({ queryKey: ['device'] })
    batch.reset()
    onClose()
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={(kind === 'asking' ? restartText.question : restartText.title)(count, formatNumber(count))}
      size={kind === 'finished' ? 'm' : 's'}
      insistent={busy}
      footer={<Buttons batch={batch} onStart={() => void batch.start(read)} onClose={close} />}
    >
      <div className={styles.body}>
        <Stage batch={batch} count={count} onRetryRead={() => void batch.start(read)} />
      </div>
    </Dialog>
  )
}

function Stage({
  batch: { stage },
  count,
  onRetryRead,
}: {
  batch: Batch
  count: number
  onRetryRead: () => void
}) {
  switch (stage.kind) {
    case 'asking':
      return (
        <>
          <p>{restartText.body}</p>
          {count > REQUESTS_A_MINUTE && (
            <p>
              {restartText.slow(
                formatNumber(REQUESTS_A_MINUTE),
                formatDuration(Math.ceil(count / REQUESTS_A_MINUTE) * MINUTE),
              )}
            </p>
          )}
        </>
      )
    case 'reading':
      return <Progress label={restartText.reading} done={stage.read} total={count} />
    case 'unreadable':
      return <ErrorState compact title={restartText.readFailed} detail={stage.reason} onRetry={onRetryRead} />
    case 'running':
      return (
        <Progress
          label={restartText.running(formatNumber(stage.done), formatNumber(stage.total))}
          done={stage.done}
          total={stage.total}
        />
      )
    case 'finished':
      return <BatchResults results={stage.results} stopped={stage.stopped} />
  }
}

function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  return (
    <div className={styles.progress}>
      <p role="status">{label}</p>
      <ProgressBar label={label} value={total === 0 ? null : (done / total) * 100} />
    </div>
  )
}

function Buttons({ batch, onStart, onClose }: { batch: Batch; onStart: () => void; onClose: () => void }) {
  const { stage } = batch
  switch (stage.kind) {
    case 'asking':
      return (
        <>
          <Button onClick={onClose}>{commonText.cancel}</Button>
          <Button variant="primary" data-autofocus onClick={onStart}>
            {restartText.start}
          </Button>
        </>
      )
    case 'reading':
    case 'running':
      return <Button onClick={batch.stop}>{restartText.stop}</Button>
    case 'unreadable':
      return <Button onClick={onClose}>{commonText.close}</Button>
    case 'finished': {
      const failed = stage.results.filter(({ outcome }) => outcome === 'failed').length
      return (
        <>
          {failed > 0 && (
            <Button onClick={() => void batch.retryFailed()}>
              {restartText.retryFailed(formatNumber(failed))}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {commonText.close}
          </Button>
        </>
      )
    }
  }
}
