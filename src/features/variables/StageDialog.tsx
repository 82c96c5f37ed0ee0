import { useId, type ReactNode } from 'react'
import { commonText } from '@/messages/common/common.ts'
import { variableFormText } from '@/messages/variables/variables.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { focusFirstWrong } from '@/ui/form/focus-first-wrong.ts'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import type { Changes } from './use-changes.ts'
import { variableChangeCommands } from './variable-commands.ts'
import styles from './VariableDialog.module.css'

export interface StageDialogProps {
  title: string
  /** Label of the submit button. */
  submit: string
  /** Why the change cannot be staged yet. */
  reason?: string | undefined
  changes: Changes
  /** The change for the equivalent command, which is hidden while the name is empty. */
  draft: Parameters<typeof variableChangeCommands>[1]
  onSubmit: () => void
  onClose: () => void
  /** The form fields. */
  children: ReactNode
}

/** A form that stages a change instead of sending it. */
export function StageDialog(props: StageDialogProps) {
  const { title, submit, reason, changes, draft, onSubmit, onClose, children } = props
  const form = useId()
  return (
    <Dialog
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{commonText.cancel}</Button>
          <Button type="submit" form={form} variant="primary" reason={reason}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
          focusFirstWrong(event.currentTarget)
        }}
      >
        {children}
      </form>
      <p className={styles.note}>{variableFormText.note}</p>
      {draft.name !== '' && <EquivalentCommand {...variableChangeCommands(changes.target, draft)} />}
    </Dialog>
  )
}
