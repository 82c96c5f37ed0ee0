import { useEffect, useRef, useState } from 'react'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import type { Captured, CaptureProgress, CaptureState, Survey } from '@/engines/capture/capture-report.ts'
import type { Capture } from '@/engines/capture/capture.ts'
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

  /** Runs a step of its own capture. What a stopped one still says is ignored. */
  async function guard(isSingle: boolean, work: (capture: Capture) => Promise<CaptureStage>) {
    const { signal } = (stopper.current = new AbortController())
    const show = (next: CaptureStage | ((now: CaptureStage) => CaptureStage)) => {
      if (!signal.aborted) setStage(next)
    }
    try {
      const { Capture } = await import('@/engines/capture/capture.ts')
      const known = state.current?.isSingle === isSingle ? state.current : undefined
      const capture = new Capture({
        data: api().data,
        now: api().now(),
        isSingle,
        signal,
        ...(known !== undefined && { resume: known }),
        onState: (made) => {
          if (!signal.aborted) state.current = made
        },
        onWait: (waitMs) => show((now) => (now.kind === 'reading' ? { ...now, waitMs } : now)),
        onProgress: (progress) => show({ kind: 'reading', progress, waitMs: null }),
      })
      show(await work(capture))
    } catch (error) {
      const { CaptureProblem } = await import('@/engines/capture/capture-report.ts')
      const reason =
        error instanceof CaptureProblem
          ? (captureProblemText[error.why]?.(error.details) ?? error.message)
          : errorMessage(error)
      show({ kind: 'failed', reason })
    }
  }

  const count = () => {
    setStage({ kind: 'counting' })
    return guard(false, async (capture) => ({ kind: 'asking', survey: await capture.survey() }))
  }
  const read = (isSingle: boolean) => {
    setStage({ kind: 'reading', progress: null, waitMs: null })
    return guard(isSingle, async (capture) => ({ kind: 'done', captured: await capture.run() }))
  }
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
