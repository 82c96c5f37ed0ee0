import { redirect, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { sessionState } from '@/api/session-state.ts'
import { nextStep } from '@/features/sign-in/next-step.ts'
import { paths } from '@/lib/paths.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { finalizeProblem } from './saml-problem.ts'

/** Handles the return from the identity provider and completes the sign-in. */
export async function loader(args: LoaderFunctionArgs) {
  const code = new URL(args.request.url).searchParams.get('code')
  if (!code) throw redirect(paths.login())
  const isSignedIn = sessionState(api().token.get()) === 'signed-in'
  try {
    await api().entry.finishSaml(code)
  } catch (error) {
    throw redirect(paths.saml({ error: finalizeProblem(error, isSignedIn) }))
  }
  cacheOf(args).clear()
  throw redirect(nextStep())
}

/** Never rendered: the loader always redirects. */
export const Component = () => null
