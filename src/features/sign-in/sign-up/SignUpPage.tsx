import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { readableMessage } from '@/api/errors.ts'
import { EntryLinks } from '@/features/sign-in/EntryForm.tsx'
import { SocialButtons } from '@/features/sign-in/social/SocialButtons.tsx'
import {
  isVerificationPending,
  ownProfileQuery,
} from '@/features/sign-in/verify-email/verification.queries.ts'
import { prefilledEmail } from '@/lib/email.ts'
import { paths } from '@/lib/paths.ts'
import { safeReturnPath } from '@/lib/return-path.ts'
import { keepReturnUrl, keptReturnUrl } from '@/lib/return-url.ts'
import { invitationText } from '@/messages/access/invitations.ts'
import { signUpText as text } from '@/messages/sign-in/sign-up.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Link } from '@/ui/layout/link.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { invitationIn } from './sign-up-invitation.ts'
import { SignUpForm } from './SignUpForm.tsx'

/** Sign-up, followed by email verification or the profile. Keeps the return address. */
export function Component() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const returnTo = safeReturnPath(search.get('redirect')) ?? keptReturnUrl()
  const [invitation, setInvitation] = useState(() => invitationIn(returnTo))
  const samlError = search.get('saml_error')

  const proceed = async () => {
    // Signing up has accepted the invitation, so its link is not opened again.
    const next = invitation?.leadsTo ?? returnTo
    if (next !== undefined) keepReturnUrl(next)
    queries.clear()
    if (invitation !== null) {
      const accepted =
        invitation.type === 'organization'
          ? invitationText.organizationAccepted
          : invitationText.fleetAccepted
      showToast({ tone: 'ok', key: 'invitation', title: accepted(invitation.name) })
    }
    const profile = await queries.fetchQuery(ownProfileQuery()).catch(() => null)
    await navigate(isVerificationPending(profile) ? paths.verifyEmailPending() : paths.completeProfile(), {
      replace: true,
    })
  }
  return (
    <>
      <PageTitle title={text.title} />
      {samlError && (
        <ErrorBanner>
          {text.samlError}: {readableMessage(samlError)}
        </ErrorBanner>
      )}
      {invitation && <Banner tone="info">{text.invited(invitation.name)}</Banner>}
      <SignUpForm
        email={prefilledEmail(search.get('email')) || (invitation?.email ?? '')}
        invitation={invitation}
        onInvitationGone={() => setInvitation(null)}
        onSignedUp={proceed}
      />
      <SocialButtons redirect={returnTo} />
      <EntryLinks>
        <span>
          {text.haveAccount} <Link to={paths.login({ redirect: returnTo })}>{text.signIn}</Link>
        </span>
      </EntryLinks>
    </>
  )
}
