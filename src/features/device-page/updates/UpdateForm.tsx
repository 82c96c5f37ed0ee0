import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '@/features/device-page/failure-text.ts'
import { commonText } from '@/messages/common/common.ts'
import { updateRaceText } from '@/messages/operations/updates.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import styles from './UpdateDialog.module.css'

export interface UpdateFormProps {
  /** A concurrent update, if any: the user must agree to continue. */
  race: string | undefined
  agreed: boolean
  onAgree: (agreed: boolean) => void
  /** Equivalent commands; `cli` is null if the CLI does not support it. */
  commands: { cli: string | null; curl: string } | undefined
  startLabel: string
  /** The reason why it cannot be started; undefined if it can. */
  reason: string | undefined
  danger?: boolean
  /** Starts the update. Throws if it was not started. */
  onStart: () => Promise<void>
  /** Message after the start. */
  startedText: string
  onClose: () => void
  children: ReactNode
}

/** The lower half of both update dialogs: warning about concurrent updates, command, start button and its error. */
export function UpdateForm({ race, agreed, onAgree, commands, reason, onStart, ...rest }: UpdateFormProps) {
  const queries = useQueryClient()
  const start = useMutation({
    mutationFn: onStart,
    onSuccess: async () => {
      showToast({ tone: 'ok', title: rest.startedText })
      await queries.invalidateQueries({ queryKey: ['device'] })
      rest.onClose()
    },
  })
  const whyNot = reason ?? (race !== undefined && !agreed ? updateRaceText.wait : undefined)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (whyNot === undefined && !start.isPending) start.mutate()
      }}
    >
      {rest.children}
      {race !== undefined && (
        <>
          <Banner tone="warn">{race}</Banner>
          <Checkbox label={updateRaceText.anyway} checked={agreed} onChange={onAgree} />
        </>
      )}
      {commands && <EquivalentCommand {...commands} />}
      {start.error && (
        <p role="alert" className={styles.failure}>
          <StatusMark tone="bad" /> {failureText(start.error)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={rest.onClose}>{commonText.cancel}</Button>
        <Button
          type="submit"
          variant={rest.danger ? 'danger' : 'primary'}
          busy={start.isPending}
          reason={whyNot}
        >
          {rest.startLabel}
        </Button>
      </div>
    </form>
  )
}
