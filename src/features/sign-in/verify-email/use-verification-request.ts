import { useState, useSyncExternalStore } from 'react'
import { createVerificationRequest } from './verification-request.ts'
import { mailVerificationLink } from './verification.queries.ts'

/** How far the request for a verification letter has come, and how to make it. */
export function useVerificationRequest() {
  const [request] = useState(() => createVerificationRequest(mailVerificationLink))
  const state = useSyncExternalStore(
    (listener) => request.subscribe(listener),
    () => request.state(),
  )
  return { state, send: () => request.request() }
}
