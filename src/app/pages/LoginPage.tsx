import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { offers } from '@/api/api.ts'
import { useServices } from '@/app/services.tsx'
import { NavigationProgress } from '@/app/shell/NavigationProgress.tsx'
import { EntryLinks } from '@/features/sign-in/EntryForm.tsx'
import { nextStep } from '@/features/sign-in/next-step.ts'
import { flagLongPassword } from '@/features/sign-in/password/forced-password.ts'
import { invitationIn } from '@/features/sign-in/sign-up/sign-up-invitation.ts'
import { SignInForm } from '@/features/sign-in/SignInForm.tsx'
import { SocialButtons } from '@/features/sign-in/social/SocialButtons.tsx'
import { atFirstSign, preloadPage } from '@/lib/early.ts'
import { paths, isWall } from '@/lib/paths.ts'
import { safeReturnPath } from '@/lib/return-path.ts'
import { withParams } from '@/lib/url-state.ts'
import { signInText } from '@/messages/sign-in/sign-in.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { FullPage } from './FullPage.tsx'

/** Sign-in, then back to the requested page. */
export function Component() {
  const { simulation } = useServices()
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const isDeleted = search.get('ended') === 'deleted'
  const [saysGoodBye] = useState(isDeleted)
  const ended = saysGoodBye ? 'deleted' : endIn(search.get('ended'))
  // Said once: not after a reload, nor to whoever uses this browser next.
  useEffect(() => {
    if (isDeleted) setSearch((now) => withParams(now, { ended: undefined }), { replace: true })
  }, [isDeleted, setSearch])
  const redirect = search.get('redirect')
  const returnTo = safeReturnPath(redirect)
  const invitation = invitationIn(returnTo)
  // Read from across the room, where nobody sees that the screen has stopped.
  const [wanted = '', query] = (returnTo ?? '').split('?')
  const onWall = ended !== undefined && isWall(wanted, new URLSearchParams(query))
  useEffect(() => atFirstSign(() => preloadPage('fleets')), [])
  return (
    <>
      <NavigationProgress />
      <FullPage
        wide={simulation !== null}
        pitch={{
          sentence: onWall ? signInText.wallEnded : signInText.pitch,
          picture: signInText.picture,
          isAlarm: onWall,
        }}
      >
        <PageTitle title={signInText.title} />
        {ended && <Banner tone={ended === 'deleted' ? 'ok' : 'warn'}>{signInText.ended[ended]}</Banner>}
        {invitation && <Banner tone="info">{signInText.invited(invitation.name)}</Banner>}
        <SignInForm
          email={invitation?.email}
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

/** Why the last session ended; undefined if the address does not say. */
function endIn(why: string | null) {
  return why === 'expired' || why === 'invalid' || why === 'gone' || why === 'acted' ? why : undefined
}
