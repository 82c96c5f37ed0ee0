import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { offers } from '@/api/api.ts'
import { useServices } from '@/app/services.tsx'
import { NavigationProgress } from '@/app/shell/NavigationProgress.tsx'
import { EntryLinks } from '@/features/sign-in/EntryForm.tsx'
import { nextStep } from '@/features/sign-in/next-step.ts'
import { flagLongPassword } from '@/features/sign-in/password/forced-password.ts'
import { SignInForm } from '@/features/sign-in/SignInForm.tsx'
import { SocialButtons } from '@/features/sign-in/social/SocialButtons.tsx'
import { atFirstSign, preloadPage } from '@/lib/early.ts'
import { paths } from '@/lib/paths.ts'
import { safeReturnPath } from '@/lib/return-path.ts'
import { signInText } from '@/messages/sign-in/sign-in.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { FullPage } from './FullPage.tsx'

/** Sign-in, then back to the requested page. */
export function Component() {
  const { simulation } = useServices()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const ended = endedText(search.get('ended'))
  const redirect = search.get('redirect')
  const returnTo = safeReturnPath(redirect)
  useEffect(() => atFirstSign(() => preloadPage('fleets')), [])
  return (
    <>
      <NavigationProgress />
      <FullPage wide={simulation !== null}>
        <PageTitle title={signInText.title} />
        {ended && <Banner tone="warn">{ended}</Banner>}
        <SignInForm
          onSignedIn={async (password) => {
            flagLongPassword(password)
            await navigate(nextStep(redirect), { replace: true })
          }}
          links={
            <EntryLinks>
              {offers('passwordReset') && <Link to={paths.passwordReset()}>{signInText.forgotPassword}</Link>}
              {offers('signUp') && (
                <Link to={paths.signUp({ redirect: returnTo })}>{signInText.createAccount}</Link>
              )}
            </EntryLinks>
          }
          others={<SocialButtons redirect={returnTo} />}
          Welcome={simulation?.Welcome}
        />
      </FullPage>
    </>
  )
}

function endedText(why: string | null): string | undefined {
  return why === 'expired' || why === 'invalid' || why === 'gone' ? signInText.ended[why] : undefined
}
