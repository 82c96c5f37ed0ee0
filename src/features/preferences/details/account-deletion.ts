import { errorMessage, Failure } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { asSentence } from '@/lib/format.ts'
import { sentences } from '@/messages/common/compose.ts'
import { dangerZoneText as text } from '@/messages/preferences/preferences-danger.ts'

/** The steps of deleting an account, in order. */
export const deletionSteps = ['password', 'subscriptions', 'organizations', 'account'] as const

export type DeletionStep = (typeof deletionSteps)[number]
export type StepStatus = 'pending' | 'in-progress' | 'done' | 'failed'
export type DeletionProgress = Readonly<Record<DeletionStep, StepStatus>>

export const notStarted: DeletionProgress = {
  password: 'pending',
  subscriptions: 'pending',
  organizations: 'pending',
  account: 'pending',
}

/**
 * Runs the steps in order until one fails. Throws `Failure`: for a wrong password with that message, for any other
 * error with the advice to contact support.
 */
export async function deleteAccount(
  work: Readonly<Record<DeletionStep, () => Promise<unknown>>>,
  onProgress: (step: DeletionStep, status: StepStatus) => void,
): Promise<void> {
  for (const step of deletionSteps) {
    onProgress(step, 'in-progress')
    try {
      await work[step]()
    } catch (error) {
      onProgress(step, 'failed')
      throw new Failure(reasonOf(step, error))
    }
    onProgress(step, 'done')
  }
}

function reasonOf(step: DeletionStep, error: unknown): string {
  if (step === 'password' && isApiError(error, 'unauthorized')) return text.invalidPassword
  return sentences(asSentence(errorMessage(error)), text.contactSupport)
}
