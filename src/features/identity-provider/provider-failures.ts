import { Failure } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import {
  identityProviderDetailsText,
  identityProviderFormText,
} from '@/messages/identity-provider/identity-provider.ts'

/** Replaces the conflict error of a save: the identifier is already taken. */
export const orTaken = (identifier: string) => (error: unknown) => {
  throw isApiError(error, 'conflict')
    ? new Failure(identityProviderFormText.identifierTaken(identifier))
    : error
}

/** Replaces the conflict error of a removal: the provider has accounts after all. */
export const orInUse = (error: unknown) => {
  throw isApiError(error, 'conflict') ? new Failure(identityProviderDetailsText.inUseUncounted) : error
}
