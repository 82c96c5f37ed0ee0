import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { isApiError } from '@/api/errors.ts'
import type { OperatedDevice, OperationInputs, OperationName } from '@/domain/operations/operation.ts'
import { operationCommands } from '@/domain/operations/operation-commands.ts'
import { operations } from '@/domain/operations/operations.ts'
import { lockText, operationText } from '@/messages/operations.ts'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { failureText } from './failure-text.ts'

export interface OperationDialogProps<Name extends OperationName> {
  name: Name
  device: OperatedDevice
  /** What the operation asks for; null while it is incomplete. */
  input: OperationInputs[Name] | null
  onClose: () => void
  /** Asks for the input. */
  children?: ReactNode
  /** Why it cannot be confirmed with what was chosen so far. */
  reason?: string | undefined
  /** The person must type exactly this. */
  typed?: string
  /** After success, instead of reading the device again. */
  onDone?: () => void
}

/** Confirms an operation on one device, runs it, and asks again where an update lock refused. */
export function OperationDialog<Name extends OperationName>(props: OperationDialogProps<Name>) {
  const [force, setForce] = useState(false)
  // Closing after a lock must not take away the question that has just replaced this one.
  return <Question key={String(force)} {...props} force={force} onLocked={() => setForce(true)} />
}

interface QuestionProps<Name extends OperationName> extends OperationDialogProps<Name> {
  force: boolean
  onLocked: () => void
}

function Question<Name extends OperationName>(props: QuestionProps<Name>) {
  const { name, device, input, onClose, children, reason, typed, onDone, force, onLocked } = props
  const queries = useQueryClient()
  // Read when the dialog closes, which began before the refusal was known.
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
      showToast({ tone: 'bad', key: 'operation', title: operationText.failed(words(error)) })
      throw error
    }
    showToast({
      tone: 'ok',
      title: operationText.done,
      detail: `${operationText.names[name]} · ${device.device_name}`,
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
      describeError={words}
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

const words = (error: unknown) => (isApiError(error, 'locked') ? lockText.locked : failureText(error))

const forceLabel = (name: OperationName) =>
  name === 'reboot' || name === 'shutdown' ? lockText.force[name] : operationText.confirm[name]
