import { IconArrowBackUp, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { VariableRow } from './staged-variables.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import cards from './RowCards.module.css'
import type { Changes } from './use-changes.ts'
import type { VariableAccess } from './variable-owner.ts'

export interface RowActionsProps {
  row: VariableRow
  changes: Changes
  access: VariableAccess
  /** The buttons' names. */
  labels: Record<'undo' | 'edit' | 'remove', string>
  onEdit: () => void
  /** In place of the pencil; null for a row whose value is changed where it stands. */
  children?: ReactNode
}

/** A change that waits can be taken back; otherwise the row can be changed or removed. */
export function RowActions({ row, changes, access, labels, onEdit, children }: RowActionsProps) {
  const { saved, change, key, name, serviceId } = row
  return (
    <span className={cards.actions}>
      {change !== null && (
        <IconButton
          size="s"
          label={labels.undo}
          icon={<IconArrowBackUp size={16} aria-hidden="true" />}
          onClick={() => changes.undo(key)}
        />
      )}
      {children === undefined ? (
        <IconButton
          size="s"
          label={labels.edit}
          reason={editReason(row, access)}
          icon={<IconPencil size={16} aria-hidden="true" />}
          onClick={onEdit}
        />
      ) : (
        children
      )}
      {saved !== null && change?.state !== 'deleted' && (
        <IconButton
          size="s"
          label={labels.remove}
          reason={access.remove}
          icon={<IconTrash size={16} aria-hidden="true" />}
          onClick={() => changes.stage({ name, serviceId, value: null })}
        />
      )}
    </span>
  )
}

/** Why the row cannot get another value: giving it its first one is creating. */
export function editReason({ saved }: VariableRow, access: VariableAccess): string | undefined {
  return saved === null ? access.create : access.update
}
