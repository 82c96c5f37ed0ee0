import { useState, type ReactNode } from 'react'
import { api } from '@/api/api.ts'
import { Failure } from '@/api/error-message.ts'
import { isApiError, type ApiErrorKind } from '@/api/errors.ts'
import { reverificationText as text } from '@/messages/preferences/identity.ts'
import { isRecent } from './recent-sign-in.ts'
import { ReverificationDialog } from './ReverificationDialog.tsx'

/** Errors after which the action is retried with a fresh sign-in. */
const AUTHORISATION_ERRORS: readonly ApiErrorKind[] = ['stale-session', 'unauthorized']

export interface Reverification {
  /** Asks for confirmation unless the last sign-in is recent. Resolves to whether the user may continue. */
  confirm: () => Promise<boolean>
  /**
   * Runs a sensitive action. Asks for confirmation first if the last sign-in is too old, and again if the platform
   * refuses with one of `refusals`. Throws `Failure` if the user cancels.
   */
  run: <Result>(action: () => Promise<Result>, refusals?: readonly ApiErrorKind[]) => Promise<Result>
  /** Render it above the dialog that asks for the action (its `over`), else anywhere on the page. */
  dialog: ReactNode
}

/** Guards sensitive actions, which require a sign-in in the last 20 minutes (docs/decisions/product-rules.md, 11). */
export function useReverification(): Reverification {
  const [asking, setAsking] = useState<{ settle: (confirmed: boolean) => void } | null>(null)
  const ask = () =>
    new Promise<boolean>((resolve) => {
      setAsking({
        settle(confirmed) {
          setAsking(null)
          resolve(confirmed)
        },
      })
    })
  const confirm = async () => isRecent(api().session.claims(), Date.now()) || ask()
  const run: Reverification['run'] = async (action, refusals = AUTHORISATION_ERRORS) => {
    if (!(await confirm())) throw new Failure(text.notConfirmed)
    try {
      return await action()
    } catch (error) {
      if (!refusals.some((kind) => isApiError(error, kind))) throw error
      if (!(await ask())) throw new Failure(text.notConfirmed)
      return action()
    }
  }
  return { confirm, run, dialog: asking && <ReverificationDialog onSettled={asking.settle} /> }
}
