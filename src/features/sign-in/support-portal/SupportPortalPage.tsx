import { useEffect } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import type { PortalPass } from '@/api/model.ts'
import { pathHere, webAddress } from '@/lib/address.ts'
import { paths } from '@/lib/paths.ts'
import { portalText as text } from '@/messages/sign-in/authorize.ts'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'

/** Gets the signed token that identifies the user to the portal, or the error to show. */
export async function loader({ request }: LoaderFunctionArgs) {
  const returnTo = new URL(request.url).searchParams.get('return_to')
  try {
    const pass = await api().entry.portalPass(returnTo, request.signal)
    return webAddress(pass.url) === undefined
      ? { pass: null, problem: text.unknown }
      : { pass, problem: null }
  } catch (error) {
    if (request.signal.aborted) throw error
    const isRefused = isApiError(error, 'forbidden') || isApiError(error, 'unauthorized')
    return { pass: null, problem: isRefused ? text.noAccess : text.unknown }
  }
}

export function Component() {
  const { pass, problem } = useLoaderData<typeof loader>()
  return pass === null ? <NoPass problem={problem} /> : <Leaving pass={pass} />
}

function NoPass({ problem }: { problem: string }) {
  return (
    <>
      <PageTitle title={text.failedTitle} />
      <ErrorState compact title={problem} action={<ButtonLink to={paths.home()}>{text.goHome}</ButtonLink>} />
    </>
  )
}

/** Submits the token by a form, so that the browser navigates (docs/decisions/product-rules.md, 14). */
function Leaving({ pass }: { pass: PortalPass }) {
  useEffect(() => leave(pass), [pass])
  return (
    <>
      <PageTitle title={text.title} />
      <Status>{text.leaving}</Status>
      <Button variant="primary" onClick={() => leave(pass)}>
        {text.proceed}
      </Button>
    </>
  )
}

/**
 * A page of the portal, as a path or a whole URL; undefined for others: the form would send the person, signed in, wherever a
 * link says. Normalized, because the portal may read an unusual one differently.
 */
function pageOfPortal(returnTo: string, portalUrl: string): string | undefined {
  const path = pathHere(returnTo)
  if (path !== undefined) return path
  if (!URL.canParse(returnTo)) return undefined
  const { href, host, username, password } = new URL(returnTo)
  const isOwn = host === new URL(portalUrl).host && username === '' && password === ''
  return isOwn ? webAddress(href) : undefined
}

function leave({ url, token, return_to: returnTo }: PortalPass) {
  const page = returnTo === undefined ? undefined : pageOfPortal(returnTo, url)
  api().outside.post(url, { token, ...(page !== undefined && { return_to: page }) })
}
