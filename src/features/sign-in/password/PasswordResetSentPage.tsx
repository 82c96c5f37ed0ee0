import { useLocation } from 'react-router'
import { EntryLinks, EntryNote } from '@/features/sign-in/EntryForm.tsx'
import { OpenEmailHere } from '@/features/sign-in/OpenEmailHere.tsx'
import { paths } from '@/lib/paths.ts'
import { resetText as text } from '@/messages/sign-in/password-reset.ts'
import { signInText } from '@/messages/sign-in/sign-in.ts'
import { Link } from '@/ui/layout/link.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'

/** The address typed on the previous page. */
function addressIn(state: unknown): string | undefined {
  const hasEmail = typeof state === 'object' && state !== null && 'email' in state
  return hasEmail && typeof state.email === 'string' ? state.email : undefined
}

/** Confirms the request, whether or not the address has an account. */
export function Component() {
  const location = useLocation()
  return (
    <>
      <PageTitle title={text.sentTitle} />
      <p>{text.sent}</p>
      <EntryNote>{text.notArrived}</EntryNote>
      <OpenEmailHere to={addressIn(location.state)} />
      <EntryLinks>
        <Link to={paths.passwordReset()}>{text.sendAgain}</Link>
        <Link to={paths.login()}>{signInText.backToSignIn}</Link>
      </EntryLinks>
    </>
  )
}
