import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { sessionState } from '@/api/session-state.ts'
import { isExpectedAnswer } from '@/domain/account/social-sign-in.ts'
import { nextStep } from '@/features/sign-in/next-step.ts'
import { signedInName, UnexpectedAnswerForm } from '@/features/sign-in/UnexpectedAnswer.tsx'
import { paths } from '@/lib/paths.ts'
import { unexpectedAnswerText as text } from '@/messages/sign-in/single-sign-on.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { finalizeProblem } from './saml-problem.ts'

/**
 * Handles the return from the identity provider and completes the sign-in. Asks first if it was not started in this tab, as
 * when the provider itself starts it.
 */
export async function loader(args: LoaderFunctionArgs) {
  const code = new URL(args.request.url).searchParams.get('code')
  if (!code) throw redirect(paths.login())
  const isSignedIn = sessionState(api().token.get()) === 'signed-in'
  if (!isExpectedAnswer('saml')) return { code, user: await signedInName(args.request.signal) }
  try {
    await api().entry.finishSaml(code)
  } catch (error) {
    throw redirect(paths.saml({ error: finalizeProblem(error, isSignedIn) }))
  }
  cacheOf(args).clear()
  throw redirect(nextStep())
}

export function Component() {
  const { code, user } = useLoaderData<typeof loader>()
  return (
    <UnexpectedAnswerForm
      name={text.organization}
      user={user}
      finish={async () => {
        try {
          await api().entry.finishSaml(code)
        } catch (error) {
          return { to: paths.saml({ error: finalizeProblem(error, user !== null) }) }
        }
      }}
    />
  )
}
