import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { StaleNotice } from '@/domain/screen/StaleNotice.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import styles from './BillingPage.module.css'

/** The part of a read that its panel looks at. */
export type Read<Data> = Pick<
  UseQueryResult,
  'isError' | 'error' | 'isFetching' | 'refetch' | 'isRefetchError' | 'dataUpdatedAt'
> & { data: Data | undefined }

/** A read that needs another one: until that is there nothing is shown, and what fails there fails here. */
export const behind = <Data,>(first: Read<unknown>, then: Read<Data>): Read<Data> =>
  first.data === undefined ? { ...first, data: undefined } : then

export interface QueryPanelProps<Data> {
  title: string
  query: Read<Data>
  /** What is said when it cannot be read. */
  failed: string
  /** The lines that stand for what is to come. */
  lines?: number
  actions?: ReactNode
  footer?: ReactNode
  flush?: boolean
  /** Where an address leads to. */
  anchor?: string
  children: (data: Data) => ReactNode
}

/** A panel over one read, with its own loading and failure; what was read before stays while a refresh fails. */
export function QueryPanel<Data>(props: QueryPanelProps<Data>) {
  const { title, query, failed, lines = 3, actions, footer, flush, anchor, children } = props
  const { data } = query
  const known = data !== undefined
  return (
    <div id={anchor} className={styles.anchor}>
      <Panel
        title={title}
        flush={flush === true && known}
        actions={actions}
        {...(footer === undefined || !known ? {} : { footer })}
      >
        {known && <StaleNotice query={query} />}
        {known ? children(data) : <Waiting query={query} failed={failed} lines={lines} />}
      </Panel>
    </div>
  )
}

function Waiting({
  query: { isError, error, isFetching, refetch },
  failed,
  lines,
}: {
  query: Read<unknown>
  failed: string
  lines: number
}) {
  if (!isError) {
    return (
      <LoadingRegion>
        <SkeletonLines lines={lines} />
      </LoadingRegion>
    )
  }
  return (
    <ErrorState
      compact
      title={failed}
      detail={errorMessage(error)}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}
