import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { formatNumber } from '@/lib/format.ts'
import { batchText } from '@/messages/operations/operations.ts'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import type { SelectedSystems } from './selected-systems.ts'

export interface UpdateBodyProps {
  selected: SelectedSystems
  versions: UseQueryResult<unknown>
  /** Number of selected devices. */
  count: number
  failedTitle: string
  children: ReactNode
}

/** Shows the choice of a version once the devices and versions are loaded. */
export function UpdateBody({ selected, versions, count, failedTitle, children }: UpdateBodyProps) {
  if (selected.data !== undefined && versions.data !== undefined) return children
  const [failed, title] = selected.error
    ? [selected, batchText.readFailed]
    : ([versions, failedTitle] as const)
  if (failed.error) {
    return (
      <ErrorState
        compact
        title={title}
        detail={errorMessage(failed.error)}
        retrying={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    )
  }
  const label = batchText.readingSome(formatNumber(selected.read), formatNumber(count))
  return (
    <>
      <LoadingRegion label={label}>
        <SkeletonLines lines={6} height={18} />
      </LoadingRegion>
      <p aria-hidden="true">{label}</p>
    </>
  )
}
