import type { ReactNode } from 'react'
import { ConfigProblem, PAGE_ADDRESS } from '@/config.ts'
import { startText } from '@/messages/app/start.ts'
import type { Started, StartOptions } from './start.tsx'

/** The time in which a start must be complete. */
export const LIMIT_MS = 59_000
/** In development, where the server may still be compiling what the page has requested. */
export const DEVELOPMENT_LIMIT_MS = 600_000
const SLOW_AFTER_MS = 3_000
const RETRY_AFTER_MS = 10_000

export interface StartProblemState {
  kind: 'failed'
  error: unknown
  /** Time of the automatic retry, in milliseconds since 1970; null: only on request, because waiting does not help. */
  retriesAt: number | null
  isRetrying: boolean
  tryNow(): void
}

export type StartState =
  | {
      kind: 'starting'
      /** The application while its first page loads; null before. */
      content: ReactNode
      isSlow: boolean
      /** Whether third parties may be requested: their URLs are known. */
      isConnected: boolean
    }
  | { kind: 'started'; content: ReactNode }
  | StartProblemState

/**
 * Starts the dashboard, and retries after a failure. `show` gets each state, the first one immediately. A start ends when
 * the first page is ready.
 */
export function startUp(
  start: (options: Required<StartOptions>) => Promise<Started>,
  show: (state: StartState) => void,
  limitMs = LIMIT_MS,
): void {
  /** `failed` stays visible until the application is ready. */
  async function attempt(failed?: StartProblemState) {
    const controller = new AbortController()
    let state: Extract<StartState, { kind: 'starting' }> = {
      kind: 'starting',
      content: null,
      isSlow: false,
      isConnected: false,
    }
    const update = (change: Partial<typeof state>) => {
      state = { ...state, ...change }
      show(failed && state.content === null ? failed : state)
    }
    update({})
    const slow = setTimeout(() => update({ isSlow: true }), SLOW_AFTER_MS)
    let limit: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<never>((_, reject) => {
      limit = setTimeout(() => reject(new Error(startText.tooLong)), limitMs)
    })
    const starting = start({
      signal: controller.signal,
      onConnected: () => controller.signal.aborted || update({ isConnected: true }),
    })
    try {
      const { content, ready } = await Promise.race([starting, timeout])
      update({ content })
      await Promise.race([ready, timeout])
      show({ kind: 'started', content })
    } catch (error) {
      controller.abort()
      // Discards a late result.
      starting.then(
        ({ stop }) => stop(),
        () => {},
      )
      retry(error)
    } finally {
      clearTimeout(slow)
      clearTimeout(limit)
    }
  }

  function retry(error: unknown) {
    const isLasting = error instanceof ConfigProblem && error.source === PAGE_ADDRESS
    const problem: StartProblemState = {
      kind: 'failed',
      error,
      retriesAt: isLasting ? null : Date.now() + RETRY_AFTER_MS,
      isRetrying: false,
      tryNow,
    }
    const timer = isLasting ? undefined : setTimeout(tryNow, RETRY_AFTER_MS)
    function tryNow() {
      clearTimeout(timer)
      void attempt({ ...problem, isRetrying: true })
    }
    show(problem)
  }

  void attempt()
}
