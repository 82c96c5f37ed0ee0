import { useState } from 'react'
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import { EntryActions, EntryNote } from '@/features/sign-in/EntryForm.tsx'
import { paths } from '@/lib/paths.ts'
import { oauthText as text } from '@/messages/sign-in/authorize.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { Facts } from '@/ui/layout/Panel.tsx'
import { oauthReturn } from './oauth-return.ts'
import { readOAuthApplication } from './oauth.queries.ts'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const [application, { username }] = await Promise.all([
    readOAuthApplication(params.clientId ?? '', request.signal),
    api().session.whoAmI(request.signal),
  ])
  return { application, username }
}

/** Asks whether an application may act as the user, and returns to the application. */
export function Component() {
  const { application, username } = useLoaderData<typeof loader>()
  return application === null || oauthReturn(application.redirect_uri, {}) === null ? (
    <UnknownApplication />
  ) : (
    <Consent application={application} username={username} />
  )
}

function UnknownApplication() {
  return (
    <>
      <PageTitle title={text.unknownTitle} />
      <ErrorState
        compact
        title={text.unknown}
        action={<ButtonLink to={paths.home()}>{text.goHome}</ButtonLink>}
      />
    </>
  )
}

type Application = NonNullable<Awaited<ReturnType<typeof readOAuthApplication>>>

function Consent({ application, username }: { application: Application; username: string }) {
  const { name, description, redirect_uri: redirectUri, client_id: clientId } = application
  const state = useSearchParams()[0].get('state')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const goBack = (query: Record<string, string | null>) => {
    const address = oauthReturn(redirectUri, { ...query, state })
    if (address !== null) api().outside.goTo(address)
  }
  const allow = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      goBack({ code: await api().entry.authorize(clientId) })
    } catch (error) {
      setBusy(false)
      setProblem(errorMessage(error))
    }
  }
  return (
    <>
      <PageTitle title={text.title(name)} />
      <p>{text.question(name, username)}</p>
      <EntryNote>{text.allows(name)}</EntryNote>
      {description && <EntryNote>{description}</EntryNote>}
      <Facts columns={1} facts={[{ label: text.leadsTo, value: <code>{redirectUri}</code> }]} />
      {application.oauth_application_authorization.length > 0 && <EntryNote>{text.known}</EntryNote>}
      {problem && <ErrorBanner>{problem}</ErrorBanner>}
      <EntryActions>
        <Button variant="primary" busy={busy} onClick={() => void allow()}>
          {busy ? text.allowing : text.allow}
        </Button>
        <Button onClick={() => goBack({ error: 'access_denied' })}>{text.cancel}</Button>
      </EntryActions>
    </>
  )
}
