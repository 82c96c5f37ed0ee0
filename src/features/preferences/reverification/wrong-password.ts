import { Failure } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { reverificationText } from '@/messages/preferences/identity.ts'

/** Runs an action that requires the password, and replaces the platform's error for a wrong one. Throws `Failure`. */
export async function withPassword<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (isApiError(error, 'unauthorized')) throw new Failure(reverificationText.wrongPassword)
    throw error
  }
}
