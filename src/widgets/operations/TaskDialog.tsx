import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { REQUESTS_A_MINUTE } from '@/api/request-limit.ts'
import type { BatchDevice, BatchTask, ReadDevices } from '@/domain/operations/batch-task.ts'
import type { BatchResult } from '@/domain/operations/run-batch.ts'
import type { Commands } from '@/lib/equivalent-command.ts'
import { formatDuration, formatNumber } from '@/lib/format.ts'
import { commonText } from '@/messages/common/common.ts'
import { batchText, lockText, type BatchWords } from '@/messages/operations/operations.ts'
import { ProgressBar } from '@/ui/chart/Bars.tsx'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { ConfirmByTyping } from '@/ui/form/ConfirmByTyping.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { BatchButtons } from './BatchButtons.tsx'
import { BatchResults } from './BatchResults.tsx'
import { useBatch, type BatchStage } from './use-batch.ts'
import styles from './BatchDialog.module.css'

const MINUTE = 60_000

export interface BatchCommands extends Omit<Commands, 'cli'> {
  /** Null if the command-line tool cannot do it. */
  cli: string | null
}

export interface TaskDialogProps<Device extends BatchDevice> {
  task: BatchTask<Device>
  words: BatchWords
  opened: boolean
  onClose: () => void
  /** The number of selected devices. */
  count: number
  read: ReadDevices<Device>
  /** It is destructive or stops the devices. */
  dangerous?: boolean
  /** Text that must be typed to confirm. */
  expected?: string | undefined
  /** Input fields of the task. */
  children?: ReactNode
  /** Why it cannot be started with this input. */
  reason?: string | undefined
  /** The equivalent command, once the input is complete. */
  commands?: BatchCommands | undefined
  /** Called when the results are closed. */
  onFinished?: () => void
}

/** Runs a task on the selected devices: asks for input, shows progress, then the results. */
export function TaskDialog<Device extends BatchDevice>({
  task,
  words,
  opened,
  onClose,
  count,
  read,
  dangerous = false,
  expected,
  children,
  reason,
  commands,
  onFinished,
}: TaskDialogProps<Device>) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const batch = useBatch<Device>(showFailures)
  const { kind } = batch.stage
  const busy = kind === 'reading' || kind === 'running'
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
  const start = () => void batch.start(read, task)
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={(kind === 'asking' ? words.question : words.title)(count, formatNumber(count))}
      size={kind === 'finished' || children !== undefined ? 'm' : 's'}
      insistent={busy}
      footer={
        <BatchButtons
          batch={batch}
          task={task}
          dangerous={dangerous}
          confirm={words.confirm}
          reason={expected === undefined || typed === expected ? reason : commonText.typeToConfirm(expected)}
          onStart={start}
          onClose={close}
        />
      }
    >
      <div className={styles.body}>
        {kind === 'asking' ? (
          <>
            <p>{words.explain}</p>
            {children}
            <Slow count={task.performance.kind === 'each' ? count : 0} />
            {expected !== undefined && (
              <ConfirmByTyping expected={expected} value={typed} onChange={setTyped} />
            )}
            {commands && <EquivalentCommand {...commands} />}
          </>
        ) : (
          <Stage words={words} task={task} stage={batch.stage} count={count} onRetryRead={start} />
        )}
      </div>
    </Dialog>
  )
}

/** If a batch fails completely, a toast reports that too. */
function showFailures(results: readonly BatchResult[]) {
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
  words: BatchWords
  task: { canForce: boolean }
  stage: BatchStage
  count: number
  onRetryRead: () => void
}

function Stage({ words, task, stage, count, onRetryRead }: StageProps) {
  switch (stage.kind) {
    case 'asking':
      return null
    case 'reading':
      return <Progress key={stage.kind} label={batchText.reading} done={stage.read} total={count} />
    case 'unreadable':
      return <ErrorState compact title={batchText.readFailed} detail={stage.reason} onRetry={onRetryRead} />
    case 'running': {
      const label = words.running(formatNumber(stage.done), formatNumber(stage.total))
      return <Progress key={stage.kind} label={label} done={stage.done} total={stage.total} />
    }
    case 'finished': {
      const locked = stage.results.filter(({ outcome }) => outcome === 'locked').length
      return (
        <>
          {locked > 0 && task.canForce && (
            <p>{lockText.explainMany(formatNumber(locked), formatNumber(stage.results.length))}</p>
          )}
          <BatchResults words={words} results={stage.results} stopped={stage.stopped} />
        </>
      )
    }
  }
}

/** Each stage has its own, so that its beginning is announced. */
function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  return (
    <div className={styles.progress}>
      <Status paced>{label}</Status>
      <ProgressBar label={label} value={total === 0 ? null : (done / total) * 100} />
    </div>
  )
}
