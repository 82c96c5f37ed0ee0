import { isApiError } from '@/api/errors.ts'
import { Failure } from '@/domain/screen/error-message.ts'
import { identityProviderDetailsText, identityProviderFormText } from '@/messages/identity-provider.ts'

/** For a refused save: an identifier that is taken is said in words of ours. */
export const orTaken = (identifier: string) => (error: unknown) => {
  throw isApiError(error, 'conflict')
    ? new Failure(identityProviderFormText.identifierTaken(identifier))
    : error
}

/** The same for a removal: somebody has a SAML account after all. */
export const orInUse = (error: unknown) => {
  throw isApiError(error, 'conflict') ? new Failure(identityProviderDetailsText.inUseUncounted) : error
}
