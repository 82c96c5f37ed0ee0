import { redirect, useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { sessionState } from '@/api/session-state.ts'
import { isExpectedAnswer, leaveForSocial } from '@/domain/account/social-sign-in.ts'
import { EntryActions } from '@/features/sign-in/EntryForm.tsx'
import { nextStep } from '@/features/sign-in/next-step.ts'
import {
  signedInName,
  UnexpectedAnswerForm,
  type UnexpectedAnswer,
} from '@/features/sign-in/UnexpectedAnswer.tsx'
import { paths } from '@/lib/paths.ts'
import { providerNames } from '@/messages/preferences/identity.ts'
import { signInText } from '@/messages/sign-in/sign-in.ts'
import { socialCallbackText as text } from '@/messages/sign-in/single-sign-on.ts'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'

const callbackProviders = ['github', 'google'] as const

const providerIn = (name: string | undefined) => callbackProviders.find((provider) => provider === name)

/**
 * Forwards the query of a social provider to the platform, which returns a session. Shows the error if it does not. Asks
 * first if the sign-in was not started in this tab.
 */
export async function loader(args: LoaderFunctionArgs): Promise<{ problem: string } | UnexpectedAnswer> {
  const provider = providerIn(args.params.provider)
  if (provider === undefined) throw new Response(null, { status: 404 })
  const { search, searchParams } = new URL(args.request.url)
  if (searchParams.get('error') === 'access_denied') {
    return { problem: text.refused(providerNames[provider] ?? provider) }
  }
  // Before any call: one call both links the account and says whose it is.
  if (!isExpectedAnswer(provider)) return { user: await signedInName(args.request.signal), search }
  const isLinking = sessionState(api().token.get()) === 'signed-in'
  try {
    await api().entry.finishSocial(provider, search)
  } catch (error) {
    return { problem: socialProblem(error) }
  }
  if (isLinking) tellLinked(provider)
  cacheOf(args).clear()
  throw redirect(nextStep())
}

/** Ends linking with a clear word. Confirming one's identity by the account that is already linked ends the same way. */
const tellLinked = (provider: string) =>
  showToast({ tone: 'ok', key: 'linked', title: text.linked(providerNames[provider] ?? provider) })

const socialProblem = (error: unknown): string =>
  isApiError(error) && error.status !== null
    ? text.requestError(error.status, error.message)
    : errorMessage(error)

export function Component() {
  const data = useLoaderData<typeof loader>()
  const provider = providerIn(useParams().provider) ?? 'github'
  const name = providerNames[provider] ?? provider
  if (!('problem' in data))
    return (
      <UnexpectedAnswerForm
        name={name}
        user={data.user}
        finish={async () => {
          try {
            await api().entry.finishSocial(provider, data.search)
            if (data.user !== null) tellLinked(provider)
          } catch (error) {
            return { problem: socialProblem(error) }
          }
        }}
      />
    )
  const { problem } = data
  return (
    <>
      <PageTitle title={text.callbackTitle(name)} />
      <ErrorState compact title={text.failed(name)} detail={problem} />
      <EntryActions>
        <Button variant="primary" onClick={() => leaveForSocial(provider)}>
          {text.tryAgain(name)}
        </Button>
        <ButtonLink to={paths.login()}>{signInText.backToSignIn}</ButtonLink>
      </EntryActions>
    </>
  )
}
