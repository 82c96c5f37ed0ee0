import type { ReactNode } from 'react'
import { simulatorText } from '@/messages/control-panel/simulator.ts'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import type { Polled } from './use-polled.ts'

export interface AsyncContentProps<Value> {
  asked: Polled<Value>
  onRetry: () => void
  /** Number of placeholder lines. */
  lines?: number
  children: (value: Value) => ReactNode
}

/** The response of the simulated world, a placeholder, or an error. */
export function AsyncContent<Value>({ asked, onRetry, lines = 4, children }: AsyncContentProps<Value>) {
  if (asked.is === 'known') return children(asked.value)
  if (asked.is === 'failed') {
    return <ErrorState compact title={simulatorText.unknown} detail={asked.reason} onRetry={onRetry} />
  }
  return (
    <LoadingRegion>
      <SkeletonLines lines={lines} height={20} />
    </LoadingRegion>
  )
}
