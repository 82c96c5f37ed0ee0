import { paths } from '@/lib/paths.ts'
import { resetText as text } from '@/messages/password-reset.ts'
import { signInText } from '@/messages/sign-in.ts'
import { Link } from '@/ui/link.tsx'
import { PageTitle } from '@/ui/PageTitle.tsx'
import { EntryLinks, EntryNote } from '../EntryForm.tsx'

/** The letter is on its way, to whoever has an account. */
export function Component() {
  return (
    <>
      <PageTitle title={text.sentTitle} />
      <p>{text.sent}</p>
      <EntryNote>{text.notArrived}</EntryNote>
      <EntryLinks>
        <Link to={paths.passwordReset()}>{text.sendAgain}</Link>
        <Link to={paths.login()}>{signInText.backToSignIn}</Link>
      </EntryLinks>
    </>
  )
}
