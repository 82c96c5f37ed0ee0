import type { FormEventHandler, ReactNode } from 'react'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import styles from './EntryForm.module.css'

export interface EntryFormProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** The error of the last submission. */
  problem?: ReactNode
  busy: boolean
  submitLabel: string
  busyLabel: string
  /** Why the form cannot be submitted yet. */
  reason?: string | undefined
  children: ReactNode
}

/** A form of the sign-in and sign-up pages: fields, error and submit button. */
export function EntryForm(props: EntryFormProps) {
  const { onSubmit, problem, busy, submitLabel, busyLabel, reason, children } = props
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      {children}
      {problem !== undefined && (
        <Banner tone="bad" urgent>
          {problem}
        </Banner>
      )}
      <Button type="submit" variant="primary" wide busy={busy} reason={reason}>
        {busy ? busyLabel : submitLabel}
      </Button>
    </form>
  )
}

/** Links below a form. */
export function EntryLinks({ children }: { children: ReactNode }) {
  return <p className={styles.links}>{children}</p>
}

/** A secondary paragraph. */
export function EntryNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}

/** Buttons side by side. */
export function EntryActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
