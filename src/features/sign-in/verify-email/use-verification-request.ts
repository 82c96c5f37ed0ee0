import { useState, useSyncExternalStore } from 'react'
import { verifyText } from '@/messages/sign-in/verify.ts'
import { useAnnounced } from '@/ui/feedback/use-announced.ts'
import { createVerificationRequest } from './verification-request.ts'
import { mailVerificationLink } from './verification.queries.ts'

/** The state of the request for a verification email, and the function that sends it. */
export function useVerificationRequest() {
  const [request] = useState(() => createVerificationRequest(mailVerificationLink))
  const state = useSyncExternalStore(
    (listener) => request.subscribe(listener),
    () => request.state(),
  )
  useAnnounced(state === 'done' ? verifyText.requested : null)
  return { state, send: () => request.request() }
}
