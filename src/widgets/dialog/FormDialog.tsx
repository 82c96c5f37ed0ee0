import { useId, useState, type ReactNode } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { commonText, formText } from '@/messages/common/common.ts'
import { EquivalentCommand, type EquivalentCommandProps } from '@/ui/display/EquivalentCommand.tsx'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { useDraft } from './drafts.ts'
import styles from './FormDialog.module.css'

export interface FormDialogProps {
  title: string
  onClose: () => void
  /** A verb: "Rename". */
  confirmLabel: string
  /** Why the form cannot be submitted yet. */
  reason?: string | undefined
  danger?: boolean
  size?: 's' | 'm' | 'l'
  /**
   * Submits and then closes the dialog, or returns `stay` if another step follows in it. If it rejects, the error is shown and
   * the input is kept.
   */
  onSubmit: () => Promise<unknown>
  /** The equivalent commands. */
  commands?: Pick<EquivalentCommandProps, 'cli' | 'curl'> | undefined
  /** A dialog opened from this one. */
  over?: ReactNode
  children: ReactNode
}

/** A dialog with a form. Errors are shown in it, and the input is kept. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    onClose,
    confirmLabel,
    reason,
    danger,
    size = 's',
    onSubmit,
    commands,
    over,
    children,
  } = props
  const form = useId()
  const { isBack, attach, forget } = useDraft(title)
  const [stage, setStage] = useState<{ kind: 'asking' | 'running' } | { kind: 'failed'; why: string }>({
    kind: 'asking',
  })
  const running = stage.kind === 'running'
  const giveUp = () => {
    forget()
    onClose()
  }
  const submit = async () => {
    if (running || reason !== undefined) return
    setStage({ kind: 'running' })
    try {
      if ((await onSubmit()) === 'stay') setStage({ kind: 'asking' })
      else forget()
    } catch (error) {
      setStage({ kind: 'failed', why: errorMessage(error) })
    }
  }
  return (
    <Dialog
      onClose={running ? () => {} : giveUp}
      title={title}
      size={size}
      footer={
        <>
          <Button onClick={giveUp} reason={running ? commonText.running : undefined}>
            {commonText.cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={danger ? 'danger' : 'primary'}
            busy={running}
            reason={reason}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        ref={attach}
        id={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {isBack && <Status>{formText.isBack}</Status>}
        {children}
      </form>
      {stage.kind === 'failed' && (
        <>
          <ErrorBanner>{stage.why}</ErrorBanner>
          <p>{formText.kept}</p>
        </>
      )}
      {commands && <EquivalentCommand {...commands} />}
      {over}
    </Dialog>
  )
}
