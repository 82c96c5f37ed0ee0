import { batchCommands, type CommandTargets } from '@/domain/operations/batch-commands.ts'
import { operationTask } from '@/domain/operations/batch-task.ts'
import type {
  OperatedDevice,
  OperationInputs,
  OperationName,
  OperationSetting,
} from '@/domain/operations/operation.ts'
import { operations } from '@/domain/operations/operations.ts'
import { operationText } from '@/messages/operations/operations.ts'
import { TaskDialog, type TaskDialogProps } from './TaskDialog.tsx'

type Common = Pick<
  TaskDialogProps<OperatedDevice>,
  'opened' | 'onClose' | 'count' | 'read' | 'children' | 'reason' | 'onFinished'
>

export interface BatchDialogProps<Name extends OperationName> extends Common {
  name: Name
  setting: OperationSetting
  input: OperationInputs[Name]
  /** The selected devices, for command line equivalents. */
  targets: CommandTargets
}

/** Runs an operation on the selected devices. */
export function BatchDialog<Name extends OperationName>({
  name,
  setting,
  input,
  targets,
  ...common
}: BatchDialogProps<Name>) {
  const { count, reason } = common
  return (
    <TaskDialog
      {...common}
      task={operationTask(operations[name], input, setting)}
      words={{
        ...operationText.many[name],
        explain: operationText.explainMany[name],
        confirm: operationText.confirmMany[name],
      }}
      dangerous={operations[name].dangerous}
      expected={name === 'delete' ? String(count) : undefined}
      commands={reason === undefined ? batchCommands(name, targets, input) : undefined}
    />
  )
}
