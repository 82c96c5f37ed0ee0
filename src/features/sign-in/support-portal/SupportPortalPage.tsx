import { useEffect } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import type { PortalPass } from '@/api/model.ts'
import { webAddress } from '@/lib/address.ts'
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

/** Whether a page is one of the portal: it would send the person, signed in, wherever a link says. */
function isOfPortal(returnTo: string, portalUrl: string): boolean {
  if (!URL.canParse(returnTo, portalUrl)) return false
  const { href, host } = new URL(returnTo, portalUrl)
  return webAddress(href) !== undefined && host === new URL(portalUrl).host
}

function leave({ url, token, return_to: returnTo }: PortalPass) {
  const isAsked = returnTo !== undefined && isOfPortal(returnTo, url)
  api().outside.post(url, { token, ...(isAsked && { return_to: returnTo }) })
}
