import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { redirect, useNavigate, type LoaderFunctionArgs } from 'react-router'
import * as poll from '@/domain/polling.ts'
import { EntryActions, EntryNote } from '@/features/sign-in/EntryForm.tsx'
import { OpenEmailHere } from '@/features/sign-in/OpenEmailHere.tsx'
import { shellText } from '@/messages/app/shell.ts'
import { verifyText as text } from '@/messages/sign-in/verify.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { signOut } from '@/widgets/account/sign-out.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { afterVerification } from './after-verification.ts'
import { RequestButton } from './RequestButton.tsx'
import { useVerificationRequest } from './use-verification-request.ts'
import { ownProfileQuery } from './verification.queries.ts'

/** Redirects users whose address is already verified. */
export async function loader(args: LoaderFunctionArgs) {
  const profile = await cacheOf(args).fetchQuery({ ...ownProfileQuery(), staleTime: 0 })
  if (profile?.is_verified !== false) throw redirect(afterVerification(profile))
  return null
}

/** Waits until the user has followed the emailed link, then continues. */
export function Component() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const request = useVerificationRequest()
  const { data: profile } = useSuspenseQuery({ ...ownProfileQuery(), refetchInterval: poll.verifiedEmail })
  const isVerified = profile?.is_verified !== false
  useEffect(() => {
    if (isVerified) void navigate(afterVerification(profile), { replace: true })
  }, [isVerified, navigate, profile])
  const email = profile?.email
  return (
    <>
      <PageTitle title={text.title} />
      <p>{email ? text.sent(email) : text.noAddress}</p>
      <EntryNote>{text.whatNext}</EntryNote>
      <OpenEmailHere to={email} />
      {request.state === 'done' && <Banner tone="ok">{text.requested}</Banner>}
      {request.state === 'failed' && <ErrorBanner>{text.requestFailed}</ErrorBanner>}
      <EntryActions>
        <RequestButton request={request} label={text.again} variant="primary" />
        <Button onClick={() => signOut({ navigate }, queries)}>{shellText.signOut}</Button>
      </EntryActions>
    </>
  )
}
