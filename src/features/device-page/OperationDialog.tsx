import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { isApiError } from '@/api/errors.ts'
import { operationCommands } from '@/domain/operations/operation-commands.ts'
import type { OperatedDevice, OperationInputs, OperationName } from '@/domain/operations/operation.ts'
import { operations } from '@/domain/operations/operations.ts'
import { beside } from '@/messages/common/compose.ts'
import { lockText, operationText } from '@/messages/operations/operations.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { awaitDevice } from './awaited-device.ts'
import { failureText } from './failure-text.ts'

export interface OperationDialogProps<Name extends OperationName> {
  name: Name
  device: OperatedDevice
  /** The input of the operation; null while it is incomplete. */
  input: OperationInputs[Name] | null
  onClose: () => void
  /** The form for the input. */
  children?: ReactNode
  /** The reason why the current input cannot be confirmed. */
  reason?: string | undefined
  /** Text that the user must type to confirm. */
  typed?: string
  /** Called after success instead of refetching the device. */
  onDone?: () => void
}

/** Confirms and runs an operation on one device. If an update lock rejects it, asks whether to override the lock. */
export function OperationDialog<Name extends OperationName>(props: OperationDialogProps<Name>) {
  const [force, setForce] = useState(false)
  // The key keeps closing the first dialog from closing the one that replaces it.
  return <Confirmation key={String(force)} {...props} force={force} onLocked={() => setForce(true)} />
}

interface QuestionProps<Name extends OperationName> extends OperationDialogProps<Name> {
  force: boolean
  onLocked: () => void
}

function Confirmation<Name extends OperationName>(props: QuestionProps<Name>) {
  const { name, device, input, onClose, children, reason, typed, onDone, force, onLocked } = props
  const queries = useQueryClient()
  // A ref, because the dialog starts to close before state set in `run` would be visible.
  const wasLocked = useRef(false)
  const operation = operations[name]
  const run = async () => {
    if (input === null) return
    const { performance } = operation
    try {
      if (performance.kind === 'together') await performance.perform([device.id], input)
      else await performance.perform(device, input, { force })
    } catch (error) {
      if (isApiError(error, 'locked') && operation.canForce && !force) {
        wasLocked.current = true
        showToast({ tone: 'warn', key: 'locked', title: lockText.title })
        return
      }
      showToast({ tone: 'bad', key: 'operation', title: operationText.failed(describeFailure(error)) })
      throw error
    }
    awaitDevice(device.uuid)
    showToast({
      tone: 'ok',
      title: operationText.done,
      detail: beside(operationText.names[name], device.device_name),
    })
    if (onDone) onDone()
    else await queries.invalidateQueries({ queryKey: ['device'] })
  }
  return (
    <ConfirmDialog
      onClose={() => (wasLocked.current ? onLocked() : onClose())}
      title={force ? lockText.title : operationText.titles[name]}
      confirmLabel={force ? forceLabel(name) : operationText.confirm[name]}
      danger={force || operation.dangerous}
      describeError={describeFailure}
      onConfirm={run}
      reason={reason}
      size={children === undefined ? 's' : 'm'}
      {...(typed === undefined ? {} : { typed })}
    >
      <p>{force ? lockText.explain(device.device_name) : operationText.explain[name](device.device_name)}</p>
      {!force && children}
      {!force && input !== null && <EquivalentCommand {...operationCommands(name, [device], input)} />}
    </ConfirmDialog>
  )
}

const describeFailure = (error: unknown) =>
  isApiError(error, 'locked') ? lockText.locked : failureText(error)

const forceLabel = (name: OperationName) =>
  name === 'reboot' || name === 'shutdown' ? lockText.force[name] : operationText.confirm[name]
