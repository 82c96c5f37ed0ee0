import type { BatchDevice, BatchTask } from '@/domain/operations/batch-task.ts'
import type { BatchResult } from '@/domain/operations/run-batch.ts'
import { formatNumber } from '@/lib/format.ts'
import { commonText } from '@/messages/common/common.ts'
import { batchText, lockText } from '@/messages/operations/operations.ts'
import { Button } from '@/ui/form/Button.tsx'
import type { Batch } from './use-batch.ts'

export interface BatchButtonsProps<Device extends BatchDevice> {
  batch: Batch<Device>
  task: BatchTask<Device>
  dangerous: boolean
  /** The label of the start button. */
  confirm: string
  /** Why it cannot be started. */
  reason: string | undefined
  onStart: () => void
  onClose: () => void
}

/** The buttons in each stage of a batch. */
export function BatchButtons<Device extends BatchDevice>({
  batch,
  task,
  dangerous,
  confirm,
  reason,
  onStart,
  onClose,
}: BatchButtonsProps<Device>) {
  const { stage } = batch
  switch (stage.kind) {
    case 'asking':
      return (
        <>
          <Button onClick={onClose}>{commonText.cancel}</Button>
          <Button variant={dangerous ? 'danger' : 'primary'} data-autofocus reason={reason} onClick={onStart}>
            {confirm}
          </Button>
        </>
      )
    case 'reading':
    case 'running':
      return <Button onClick={batch.stop}>{batchText.stop}</Button>
    case 'unreadable':
      return <Button onClick={onClose}>{commonText.close}</Button>
    case 'finished': {
      const count = (which: BatchResult['outcome']) =>
        stage.results.filter(({ outcome }) => outcome === which).length
      const [failed, locked] = [count('failed'), count('locked')]
      return (
        <>
          {failed > 0 && (
            <Button onClick={() => void batch.again('failed', task)}>
              {batchText.retryFailed(formatNumber(failed))}
            </Button>
          )}
          {locked > 0 && (
            <Button
              variant={task.canForce ? 'danger' : 'default'}
              onClick={() => void batch.again('locked', task)}
            >
              {task.canForce
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
