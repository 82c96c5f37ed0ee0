import { useNavigate, useSearchParams } from 'react-router'
import { SignInForm } from '@/features/sign-in/SignInForm.tsx'
import { signInText } from '@/messages/sign-in.ts'
import { useDocumentTitle } from '@/ui/PageTitle.tsx'
import { Banner } from '@/ui/Banner.tsx'
import { useServices } from '../services.tsx'
import { takeReturnUrl } from '../session/return-url.ts'
import { paths } from '@/lib/paths.ts'
import { api } from '@/api/api.ts'
import { sessionState } from '../session/session-state.ts'
import { FullPage } from './FullPage.tsx'

/** Sign-in, and back to where the person was going. */
export function Component() {
  useDocumentTitle(signInText.title)
  const { simulation } = useServices()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const ended = endedText(search.get('ended'))
  const proceed = () => {
    const owesSecondFactor = sessionState(api().token.get()) === 'second-factor-pending'
    void navigate(owesSecondFactor ? paths.twoFactor() : takeReturnUrl(search.get('redirect')), {
      replace: true,
    })
  }
  return (
    <FullPage>
      <h1>{signInText.title}</h1>
      {ended && <Banner tone="warn">{ended}</Banner>}
      <SignInForm onSignedIn={proceed} Accounts={simulation?.DemoAccounts} />
    </FullPage>
  )
}

function endedText(why: string | null): string | undefined {
  return why === 'expired' || why === 'invalid' || why === 'gone' ? signInText.ended[why] : undefined
}
