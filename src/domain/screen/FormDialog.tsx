import { useId, useState, type ReactNode } from 'react'
import { commonText, formText } from '@/messages/common.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { EquivalentCommand, type EquivalentCommandProps } from '@/ui/display/EquivalentCommand.tsx'
import { useDraft } from './drafts.ts'
import { errorMessage } from './error-message.ts'
import styles from './FormDialog.module.css'

export interface FormDialogProps {
  title: string
  onClose: () => void
  /** A verb: "Rename". */
  confirmLabel: string
  /** Why it cannot be sent yet. */
  reason?: string | undefined
  danger?: boolean
  size?: 's' | 'm' | 'l'
  /** Does it and then closes what it must; a rejection is said here and everything typed stays. */
  onSubmit: () => Promise<unknown>
  /** The same on a command line. */
  commands?: Pick<EquivalentCommandProps, 'cli' | 'curl'> | undefined
  /** A dialog that opens from this one. */
  over?: ReactNode
  children: ReactNode
}

/** A dialog with fields: what fails is said in it, and what was typed stays. */
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
      await onSubmit()
      forget()
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
        {isBack && <p role="status">{formText.isBack}</p>}
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
