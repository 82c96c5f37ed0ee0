import { isApiError } from '@/api/errors.ts'
import { reverificationText } from '@/messages/identity.ts'
import { Failure } from '@/domain/screen/error-message.ts'

/** Does what needs the password; the platform's bare refusal becomes a sentence about it. Throws `Failure`. */
export async function withPassword<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (isApiError(error, 'unauthorized')) throw new Failure(reverificationText.wrongPassword)
    throw error
  }
}
