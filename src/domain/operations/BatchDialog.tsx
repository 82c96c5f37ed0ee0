import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { formatDuration, formatNumber } from '@/lib/format.ts'
import { commonText } from '@/messages/common.ts'
import { batchText, lockText, operationText } from '@/messages/operations.ts'
import { ProgressBar } from '@/ui/Bars.tsx'
import { Button } from '@/ui/Button.tsx'
import { Dialog } from '@/ui/Dialog.tsx'
import { ErrorState } from '@/ui/ErrorState.tsx'
import { showToast } from '@/ui/toasts.ts'
import { TypedAnswer } from '@/ui/TypedAnswer.tsx'
import styles from './BatchDialog.module.css'
import { BatchResults } from './BatchResults.tsx'
import type { OperatedDevice, OperationInputs, OperationName, OperationSetting } from './operation.ts'
import { operations } from './operations.ts'
import type { OperationResult } from './run-operation.ts'
import { useBatch, type Batch, type ReadProgress } from './use-batch.ts'

/** Decisions 15: more requests than this in a minute wait for their turn. */
const REQUESTS_A_MINUTE = 350
const MINUTE = 60_000

export interface BatchDialogProps<Name extends OperationName> {
  name: Name
  opened: boolean
  onClose: () => void
  /** How many are selected. */
  count: number
  /** Reads the selected devices as they are now. */
  read: (progress: ReadProgress) => Promise<OperatedDevice[]>
  setting: OperationSetting
  input: OperationInputs[Name]
  /** Asks for the input, where the operation has one. */
  children?: ReactNode
  /** Why it cannot be started with what was given. */
  reason?: string | undefined
  /** When the results are closed. */
  onFinished?: () => void
}

/** Does an operation on the selected devices: asks, runs with progress, then tells what became of each (spec 2 §4). */
export function BatchDialog<Name extends OperationName>({
  name,
  opened,
  onClose,
  count,
  read,
  setting,
  input,
  children,
  reason,
  onFinished,
}: BatchDialogProps<Name>) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const operation = operations[name]
  const batch = useBatch<OperationInputs[Name]>(operation, setting, tellFailures)
  const { kind } = batch.stage
  const busy = kind === 'reading' || kind === 'running'
  const expected = name === 'delete' ? String(count) : undefined
  const close = () => {
    if (busy) return
    if (kind === 'finished') {
      void queries.invalidateQueries({ queryKey: ['device'] })
      onFinished?.()
    }
    setTyped('')
    batch.reset()
    onClose()
  }
  const start = () => void batch.start(read, input)
  const words = operationText.many[name]
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={(kind === 'asking' ? words.question : words.title)(count, formatNumber(count))}
      size={kind === 'finished' || children !== undefined ? 'm' : 's'}
      insistent={busy}
      footer={
        <Buttons
          name={name}
          batch={batch}
          input={input}
          reason={expected === undefined || typed === expected ? reason : commonText.typeToConfirm(expected)}
          onStart={start}
          onClose={close}
        />
      }
    >
      <div className={styles.body}>
        {kind === 'asking' ? (
          <>
            <p>{operationText.explainMany[name]}</p>
            {children}
            <Slow count={operation.performance.kind === 'each' ? count : 0} />
            {expected !== undefined && <TypedAnswer expected={expected} value={typed} onChange={setTyped} />}
          </>
        ) : (
          <Stage name={name} batch={batch} count={count} onRetryRead={start} />
        )}
      </div>
    </Dialog>
  )
}

/** A batch of which nothing succeeded is told beside its dialog too (spec 2 §8). */
function tellFailures(results: readonly OperationResult[]) {
  const failures = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'locked')
  const first = failures[0]?.reason
  if (first === undefined) return
  const all = !results.some(({ outcome }) => outcome === 'done')
  showToast({
    key: 'batch',
    tone: all ? 'bad' : 'warn',
    title: all ? batchText.allFailed(first) : batchText.someFailed(formatNumber(failures.length), first),
  })
}

function Slow({ count }: { count: number }) {
  if (count <= REQUESTS_A_MINUTE) return null
  const minutes = formatDuration(Math.ceil(count / REQUESTS_A_MINUTE) * MINUTE)
  return <p>{batchText.slow(formatNumber(REQUESTS_A_MINUTE), minutes)}</p>
}

interface StageProps {
  name: OperationName
  batch: Pick<Batch<never>, 'stage'>
  count: number
  onRetryRead: () => void
}

function Stage({ name, batch: { stage }, count, onRetryRead }: StageProps) {
  switch (stage.kind) {
    case 'asking':
      return null
    case 'reading':
      return <Progress label={batchText.reading} done={stage.read} total={count} />
    case 'unreadable':
      return <ErrorState compact title={batchText.readFailed} detail={stage.reason} onRetry={onRetryRead} />
    case 'running': {
      const label = operationText.many[name].running(formatNumber(stage.done), formatNumber(stage.total))
      return <Progress label={label} done={stage.done} total={stage.total} />
    }
    case 'finished': {
      const locked = stage.results.filter(({ outcome }) => outcome === 'locked').length
      return (
        <>
          {locked > 0 && operations[name].canForce && (
            <p>{lockText.explainMany(formatNumber(locked), formatNumber(stage.results.length))}</p>
          )}
          <BatchResults name={name} results={stage.results} stopped={stage.stopped} />
        </>
      )
    }
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

interface ButtonsProps<Input> {
  name: OperationName
  batch: Batch<Input>
  input: Input
  reason: string | undefined
  onStart: () => void
  onClose: () => void
}

function Buttons<Input>({ name, batch, input, reason, onStart, onClose }: ButtonsProps<Input>) {
  const { stage } = batch
  switch (stage.kind) {
    case 'asking':
      return (
        <>
          <Button onClick={onClose}>{commonText.cancel}</Button>
          <Button
            variant={operations[name].dangerous ? 'danger' : 'primary'}
            data-autofocus
            reason={reason}
            onClick={onStart}
          >
            {operationText.confirmMany[name]}
          </Button>
        </>
      )
    case 'reading':
    case 'running':
      return <Button onClick={batch.stop}>{batchText.stop}</Button>
    case 'unreadable':
      return <Button onClick={onClose}>{commonText.close}</Button>
    case 'finished': {
      const count = (which: OperationResult['outcome']) =>
        stage.results.filter(({ outcome }) => outcome === which).length
      const [failed, locked] = [count('failed'), count('locked')]
      return (
        <>
          {failed > 0 && (
            <Button onClick={() => void batch.again('failed', input)}>
              {batchText.retryFailed(formatNumber(failed))}
            </Button>
          )}
          {locked > 0 && (
            <Button
              variant={operations[name].canForce ? 'danger' : 'default'}
              onClick={() => void batch.again('locked', input)}
            >
              {operations[name].canForce
                ? lockText.forceMany(formatNumber(locked))
                : batchText.retryFailed(formatNumber(locked))}
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
