import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { paths } from '@/lib/paths.ts'
import { sentences } from '@/messages/common/compose.ts'
import { verifyText as text } from '@/messages/sign-in/sign-up.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { RequestButton } from './RequestButton.tsx'
import { useVerificationRequest } from './use-verification-request.ts'
import { isVerificationAdvised, isVerificationPending, ownProfileQuery } from './verification.queries.ts'

/** Reminds users with an unverified address, and redirects those who must verify it first. */
export function VerificationNotice() {
  const { data: profile } = useQuery(ownProfileQuery())
  const request = useVerificationRequest()
  if (isVerificationPending(profile)) return <Navigate to={paths.verifyEmailPending()} replace />
  if (!isVerificationAdvised(profile)) return null
  return (
    <Banner
      bar
      tone={request.state === 'failed' ? 'bad' : 'warn'}
      action={request.state !== 'done' && <RequestButton request={request} label={text.request} size="s" />}
    >
      {request.state === 'done'
        ? text.requested
        : sentences(text.notice(profile?.email ?? ''), request.state === 'failed' ? text.requestFailed : '')}
    </Banner>
  )
}
