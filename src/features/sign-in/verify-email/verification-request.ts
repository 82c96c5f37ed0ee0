/** State of the request for a verification email. */
export type VerificationRequestState = 'pending' | 'inprogress' | 'done' | 'failed'

const REQUEST_DEBOUNCE_MS = 300

export interface VerificationRequest {
  state(): VerificationRequestState
  subscribe(listener: () => void): () => void
  /** Requests an email; debounced. */
  request(): void
}

/** Requests verification emails, debounced by 300 ms. */
export function createVerificationRequest(send: () => Promise<unknown>): VerificationRequest {
  const listeners = new Set<() => void>()
  let state: VerificationRequestState = 'pending'
  let timer: ReturnType<typeof setTimeout> | undefined
  const setState = (next: VerificationRequestState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    request() {
      if (state === 'inprogress' && timer === undefined) return
      setState('inprogress')
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        send().then(
          () => setState('done'),
          () => setState('failed'),
        )
      }, REQUEST_DEBOUNCE_MS)
    },
  }
}
