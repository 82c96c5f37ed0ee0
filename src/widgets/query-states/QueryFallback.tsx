import { useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { mayRecover } from '@/api/errors.ts'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines, type LoadingRegionProps } from '@/ui/feedback/Skeleton.tsx'

export interface QueryFallbackProps extends Omit<LoadingRegionProps, 'children'> {
  query: { isError: boolean; error: Error | null; isFetching: boolean; refetch(): unknown }
  /** The error title. */
  failed: string
  /** Number of placeholder lines, and their height. */
  lines: number
  height?: number
  compact?: boolean
}

/**
 * Replaces data that is not available: a placeholder while loading, an error with a retry button if it failed, which is tried
 * again by itself.
 */
export function QueryFallback({ query, failed, lines, height, compact, ...region }: QueryFallbackProps) {
  // While the query is tried again, the error stays, so that nothing jumps or is announced again.
  const [last, setLast] = useState<Error | null>(null)
  if (query.error !== null && query.error !== last) setLast(query.error)
  const error = query.isError ? query.error : query.isFetching ? last : null
  return error !== null ? (
    <ErrorState
      compact={compact}
      title={failed}
      detail={errorMessage(error)}
      recovers={mayRecover(error)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  ) : (
    <LoadingRegion {...region}>
      <SkeletonLines lines={lines} height={height} />
    </LoadingRegion>
  )
}
