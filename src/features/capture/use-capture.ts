import { useEffect, useRef, useState } from 'react'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import type { Captured, CaptureProgress, CaptureState, Survey } from '@/engines/capture/capture-report.ts'
import { captureProblemText } from '@/messages/capture/capture.ts'

export type CaptureStage =
  | { kind: 'counting' }
  | { kind: 'asking'; survey: Survey }
  | { kind: 'reading'; progress: CaptureProgress | null; waitMs: number | null }
  | { kind: 'stopped' }
  | { kind: 'done'; captured: Captured }
  | { kind: 'failed'; reason: string }

/** A capture of the account of this page: counts, reads when told to, and continues where it was stopped. */
export function useCapture() {
  const [stage, setStage] = useState<CaptureStage>({ kind: 'counting' })
  const stopper = useRef(new AbortController())
  const state = useRef<CaptureState | undefined>(undefined)

  async function open(isSingle: boolean) {
    stopper.current = new AbortController()
    const { signal } = stopper.current
    const { Capture } = await import('@/engines/capture/capture.ts')
    const known = state.current?.isSingle === isSingle ? state.current : undefined
    return new Capture({
      data: api().data,
      now: api().now(),
      isSingle,
      signal,
      ...(known !== undefined && { resume: known }),
      onState: (made) => void (state.current = made),
      onWait: (waitMs) => setStage((now) => (now.kind === 'reading' ? { ...now, waitMs } : now)),
      onProgress: (progress) => setStage({ kind: 'reading', progress, waitMs: null }),
    })
  }

  /** Shows the failure, unless it was stopped on purpose. */
  async function guard(work: () => Promise<CaptureStage>) {
    try {
      setStage(await work())
    } catch (error) {
      if (stopper.current.signal.aborted) return
      const { CaptureProblem } = await import('@/engines/capture/capture-report.ts')
      const reason =
        error instanceof CaptureProblem
          ? (captureProblemText[error.why]?.(error.details) ?? error.message)
          : errorMessage(error)
      setStage({ kind: 'failed', reason })
    }
  }

  const count = () =>
    guard(async () => {
      setStage({ kind: 'counting' })
      return { kind: 'asking', survey: await (await open(false)).survey() }
    })
  const read = (isSingle: boolean) =>
    guard(async () => {
      setStage({ kind: 'reading', progress: null, waitMs: null })
      return { kind: 'done', captured: await (await open(isSingle)).run() }
    })
  const stop = () => {
    stopper.current.abort()
    setStage({ kind: 'stopped' })
  }

  const begin = useRef(count)
  useEffect(() => {
    void begin.current()
    return () => stopper.current.abort()
  }, [])
  return { stage, count, read, stop }
}
