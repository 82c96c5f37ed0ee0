import { useEffect } from 'react'
import { redirect, useParams, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import { leaveForIdentityProvider, startSaml } from '@/domain/account/social-sign-in.ts'
import { absoluteUrl } from '@/lib/base.ts'
import { paths } from '@/lib/paths.ts'
import { samlText as text } from '@/messages/sign-in/single-sign-on.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'

/** Checks that the platform knows the identifier; errors are shown on the page with the identifier field. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const identifier = params.ssoIdentifier ?? ''
  try {
    await api().entry.askForIdentityProvider(identifier, absoluteUrl(paths.home()), request.signal)
  } catch (error) {
    if (request.signal.aborted) throw error
    const problem = isApiError(error, 'not-found') ? 'unknown_identifier' : 'failed'
    throw redirect(paths.saml({ error: problem, identifier }))
  }
  return null
}

/**
 * Redirects to the identity provider. A link to this page is no start by the user, so the answer to it is not expected. The button is for browsers that block the redirect.
 */
export function Component() {
  const { ssoIdentifier = '' } = useParams()
  useEffect(() => leaveForIdentityProvider(ssoIdentifier, { replaces: true }), [ssoIdentifier])
  return (
    <>
      <PageTitle title={text.leavingTitle} />
      <Status>{text.leaving(ssoIdentifier)}</Status>
      <Button
        variant="primary"
        onClick={() => {
          startSaml()
          leaveForIdentityProvider(ssoIdentifier)
        }}
      >
        {text.proceed}
      </Button>
    </>
  )
}
