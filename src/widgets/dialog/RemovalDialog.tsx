import { api } from '@/api/api.ts'
import { dataRequest, sendRequest, type RowsOf } from '@/api/data-request.ts'
import { errorMessage } from '@/api/error-message.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '@/ui/overlay/ConfirmDialog.tsx'

export interface RemovalDialogProps extends Omit<
  ConfirmDialogProps,
  'opened' | 'danger' | 'describeError' | 'onConfirm'
> {
  /** The rows of the data API to delete. */
  rows: RowsOf
  /** Runs the deletion. */
  onConfirm: (remove: () => Promise<unknown>) => Promise<void>
}

/** Confirms the deletion of rows of the data API, and shows the equivalent call. */
export function RemovalDialog({ rows, onConfirm, children, ...question }: RemovalDialogProps) {
  const call = dataRequest('delete', rows)
  return (
    <ConfirmDialog
      danger
      describeError={errorMessage}
      onConfirm={() => onConfirm(() => sendRequest(api().data, call))}
      {...question}
    >
      {children}
      <EquivalentCommand {...platformCommands(null, call)} />
    </ConfirmDialog>
  )
}
