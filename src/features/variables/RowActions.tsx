import { IconArrowBackUp, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '@/ui/form/Button.tsx'
import type { VariableRow } from './staged-variables.ts'
import type { Changes } from './use-changes.ts'
import type { VariableAccess } from './variable-owner.ts'
import cards from './RowCards.module.css'

export interface RowActionsProps {
  row: VariableRow
  changes: Changes
  access: VariableAccess
  /** Accessible names of the buttons. */
  labels: Record<'undo' | 'edit' | 'remove', string>
  onEdit: () => void
  /** Replaces the edit button; null for a row that is edited in place. */
  children?: ReactNode
}

/** Undo for a staged change; edit and remove for the variable. */
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

/** Why the row cannot be edited. Setting a first value requires permission to create. */
export function editReason({ saved }: VariableRow, access: VariableAccess): string | undefined {
  return saved === null ? access.create : access.update
}
