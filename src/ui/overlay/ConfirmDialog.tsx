import { useState, type ReactNode } from 'react'
import { commonText } from '@/messages/common/common.ts'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { ConfirmByTyping } from '@/ui/form/ConfirmByTyping.tsx'
import { Dialog } from './Dialog.tsx'
import styles from './ConfirmDialog.module.css'

const MAX_LISTED = 10

export interface ConfirmDialogProps {
  /** Omitted if the component is rendered only while the dialog is open. */
  opened?: boolean
  onClose: () => void
  title: string
  /** What happens, to which items and how many. */
  children: ReactNode
  /** Names of the affected items; the first ten are listed. */
  items?: readonly string[]
  /** A verb: "Delete device". */
  confirmLabel: string
  danger?: boolean
  /** Why it cannot be confirmed with the current input. */
  reason?: string | undefined
  size?: 's' | 'm' | undefined
  /** The text that must be typed; pasting is blocked. */
  typed?: string
  /** Runs the action. If it rejects, the dialog stays open and shows the error. */
  onConfirm: () => Promise<void>
  /** The error text; default: the error's message. */
  describeError?: (error: unknown) => string
  /** A dialog opened from this one. */
  over?: ReactNode
}

type Stage = { kind: 'asking' } | { kind: 'running' } | { kind: 'failed'; reason: string }

/** Asks for confirmation, runs the action, then closes. Errors are shown in the dialog, which stays open. */
export function ConfirmDialog({ opened = true, onClose, over, ...rest }: ConfirmDialogProps) {
  const [stage, setStage] = useState<Stage>({ kind: 'asking' })
  const close = () => {
    setStage({ kind: 'asking' })
    onClose()
  }
  return (
    <Dialog
      opened={opened}
      onClose={stage.kind === 'running' ? () => {} : close}
      title={rest.title}
      size={rest.size ?? 's'}
      insistent={stage.kind === 'running'}
    >
      <Confirmation {...rest} stage={stage} setStage={setStage} close={close} />
      {over}
    </Dialog>
  )
}

interface QuestionProps extends Omit<ConfirmDialogProps, 'opened' | 'onClose' | 'over'> {
  stage: Stage
  setStage: (stage: Stage) => void
  close: () => void
}

function Confirmation({ stage, setStage, close, ...question }: QuestionProps) {
  const [answer, setAnswer] = useState('')
  const matches = question.typed === undefined || answer === question.typed
  const run = async () => {
    setStage({ kind: 'running' })
    try {
      await question.onConfirm()
      close()
    } catch (error) {
      setStage({ kind: 'failed', reason: reasonOf(error, question.describeError) })
    }
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (matches && question.reason === undefined && stage.kind !== 'running') void run()
      }}
    >
      <div className={styles.text}>{question.children}</div>
      {question.items && <ItemList items={question.items} />}
      {question.typed !== undefined && (
        <ConfirmByTyping expected={question.typed} value={answer} onChange={setAnswer} />
      )}
      {stage.kind === 'failed' && (
        <p role="alert" className={styles.failure}>
          <StatusMark tone="bad" /> {stage.reason}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={close} reason={stage.kind === 'running' ? commonText.running : undefined}>
          {commonText.cancel}
        </Button>
        <Button
          type="submit"
          data-autofocus={question.typed === undefined ? true : undefined}
          variant={question.danger ? 'danger' : 'primary'}
          busy={stage.kind === 'running'}
          reason={question.reason ?? (matches ? undefined : commonText.typeToConfirm(question.typed ?? ''))}
        >
          {stage.kind === 'failed' ? commonText.retry : question.confirmLabel}
        </Button>
      </div>
    </form>
  )
}

function ItemList({ items }: { items: readonly string[] }) {
  const hidden = items.length - MAX_LISTED
  return (
    <ul className={styles.items}>
      {items.slice(0, MAX_LISTED).map((item) => (
        <li key={item}>{item}</li>
      ))}
      {hidden > 0 && <li>{commonText.andMore(hidden)}</li>}
    </ul>
  )
}

function reasonOf(error: unknown, describe: ConfirmDialogProps['describeError']): string {
  if (describe) return describe(error)
  return error instanceof Error ? error.message : String(error)
}
