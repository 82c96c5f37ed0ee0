/** How far asking for a verification letter has come. */
export type VerificationRequestState = 'pending' | 'inprogress' | 'done' | 'failed'

const REQUEST_DEBOUNCE_MS = 300

export interface VerificationRequest {
  state(): VerificationRequestState
  subscribe(listener: () => void): () => void
  /** Asks for a letter; presses in quick succession ask once. */
  request(): void
}

/** Asks for a letter that proves the address, once for all presses of 300 ms. */
export function createVerificationRequest(send: () => Promise<unknown>): VerificationRequest {
  const listeners = new Set<() => void>()
  let state: VerificationRequestState = 'pending'
  let timer: ReturnType<typeof setTimeout> | undefined
  const become = (next: VerificationRequestState) => {
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
      become('inprogress')
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        send().then(
          () => become('done'),
          () => become('failed'),
        )
      }, REQUEST_DEBOUNCE_MS)
    },
  }
}
