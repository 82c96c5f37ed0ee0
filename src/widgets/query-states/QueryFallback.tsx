import { errorMessage } from '@/api/error-message.ts'
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

/** Replaces data that is not available: a placeholder while loading, an error with a retry button if it failed. */
export function QueryFallback({ query, failed, lines, height, compact, ...region }: QueryFallbackProps) {
  return query.isError ? (
    <ErrorState
      compact={compact}
      title={failed}
      detail={errorMessage(query.error)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  ) : (
    <LoadingRegion {...region}>
      <SkeletonLines lines={lines} height={height} />
    </LoadingRegion>
  )
}
