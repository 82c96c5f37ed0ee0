import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines, type LoadingRegionProps } from '@/ui/feedback/Skeleton.tsx'
import { errorMessage } from './error-message.ts'

export interface QueryFallbackProps extends Omit<LoadingRegionProps, 'children'> {
  query: { isError: boolean; error: Error | null; isFetching: boolean; refetch(): unknown }
  /** What is said when it cannot be read. */
  failed: string
  /** The lines that stand for what is to come, and their height. */
  lines: number
  height?: number
  compact?: boolean
}

/** In place of data that is not there yet: a skeleton; when it could not be read, why, and Retry. */
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
