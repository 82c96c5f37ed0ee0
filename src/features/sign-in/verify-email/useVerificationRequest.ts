import { useState, useSyncExternalStore } from 'react'
import { api } from '@/api/api.ts'
import { createVerificationRequest } from './verification-request.ts'

/** Asks for a letter by a field that only triggers it (wire-calls 1). */
const mailLink = async () => {
  const id = api().session.claims()?.id
  if (id === undefined) throw new Error('Nobody is signed in')
  await api().data.patch({ resource: 'user', id, body: { has_been_sent_verification_email: true } })
}

/** How far the request for a verification letter has come, and how to make it. */
export function useVerificationRequest() {
  const [request] = useState(() => createVerificationRequest(mailLink))
  const state = useSyncExternalStore(
    (listener) => request.subscribe(listener),
    () => request.state(),
  )
  return { state, send: () => request.request() }
}
