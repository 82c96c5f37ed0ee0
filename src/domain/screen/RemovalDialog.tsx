import { dataRequest, type RowsOf } from '@/api/data-request.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '@/ui/overlay/ConfirmDialog.tsx'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { errorMessage } from './error-message.ts'
import { platformCommands } from '../platform/platform-commands.ts'

export interface RemovalDialogProps extends Omit<ConfirmDialogProps, 'opened' | 'danger' | 'describeError'> {
  /** The rows of the data API that go. */
  rows: RowsOf
}

/** Asks before rows of the data API are deleted, and shows the call that does it. */
export function RemovalDialog({ rows, children, ...question }: RemovalDialogProps) {
  return (
    <ConfirmDialog danger describeError={errorMessage} {...question}>
      {children}
      <EquivalentCommand {...platformCommands(null, dataRequest('delete', rows))} />
    </ConfirmDialog>
  )
}
