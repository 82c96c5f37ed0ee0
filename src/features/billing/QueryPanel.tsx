import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryFallback } from '@/domain/screen/QueryFallback.tsx'
import { StaleNotice } from '@/domain/screen/StaleNotice.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
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
        {known ? children(data) : <QueryFallback query={query} failed={failed} compact lines={lines} />}
      </Panel>
    </div>
  )
}
