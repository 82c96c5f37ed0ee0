import type { ReactNode } from 'react'
import { simulatorText } from '@/messages/control-panel/simulator.ts'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import type { Polled } from './use-polled.ts'

export interface AsyncContentProps<Value> {
  result: Polled<Value>
  onRetry: () => void
  /** Number of placeholder lines. */
  lines?: number
  children: (value: Value) => ReactNode
}

/** The response of the simulated world, a placeholder, or an error. */
export function AsyncContent<Value>({ result, onRetry, lines = 4, children }: AsyncContentProps<Value>) {
  if (result.is === 'known') return children(result.value)
  if (result.is === 'failed') {
    return <ErrorState compact title={simulatorText.unknown} detail={result.reason} onRetry={onRetry} />
  }
  return (
    <LoadingRegion>
      <SkeletonLines lines={lines} height={20} />
    </LoadingRegion>
  )
}
