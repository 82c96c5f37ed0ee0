import { useState, type FormEvent } from 'react'
import { commonText } from '@/messages/common.ts'
import { viewsText } from '@/messages/device-table.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import styles from './ConditionDialog.module.css'

const FORM = 'save-device-view'
const LONGEST_NAME = 60

export interface SaveViewDialogProps {
  /** Names of the views that there are. */
  taken: readonly string[]
  /** The name that stands there first. */
  usual: string
  onClose: () => void
  onSave: (name: string) => void
}

/** Asks under which name a view is kept. */
export function SaveViewDialog({ taken, usual, onClose, onSave }: SaveViewDialogProps) {
  const [typed, setTyped] = useState(usual)
  const name = typed.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name !== '') onSave(name)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={viewsText.title}
      size="s"
      footer={
        <>
          <Button onClick={onClose}>{commonText.cancel}</Button>
          <Button
            variant="primary"
            type="submit"
            form={FORM}
            reason={name === '' ? viewsText.nameMissing : undefined}
          >
            {commonText.save}
          </Button>
        </>
      }
    >
      <form id={FORM} className={styles.form} onSubmit={submit}>
        <p>{viewsText.explain}</p>
        <TextField
          label={viewsText.name}
          value={typed}
          maxLength={LONGEST_NAME}
          data-autofocus
          description={taken.includes(name) ? viewsText.replaces(name) : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
    </Dialog>
  )
}
