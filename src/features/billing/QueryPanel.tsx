import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Panel } from '@/ui/layout/Panel.tsx'
import { SMALL_SCREEN, useMedia } from '@/ui/use-media.ts'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import styles from './BillingPage.module.css'

/** The part of a query result that a panel uses. */
export type Read<Data> = Pick<
  UseQueryResult,
  'isError' | 'error' | 'isFetching' | 'refetch' | 'isRefetchError' | 'dataUpdatedAt'
> & { data: Data | undefined }

/** Combines a query with one that it depends on: shows the loading or error state of the first until it has data. */
export const afterQuery = <Data,>(first: Read<unknown>, then: Read<Data>): Read<Data> =>
  first.data === undefined ? { ...first, data: undefined } : then

export interface QueryPanelProps<Data> {
  title: string
  query: Read<Data>
  /** Title of the error state. */
  failed: string
  /** Number of skeleton lines while loading. */
  lines?: number
  actions?: ReactNode
  footer?: ReactNode
  flush?: boolean
  /** Element id, the target of links, which unfold the panel. */
  anchor?: string
  /** Can be folded to its title, and starts so, on all screens or on small ones. It unfolds to show an error. */
  folded?: 'always' | 'small'
  children: (data: Data) => ReactNode
}

/** A panel for one query, with its own loading and error states. Shows stale data while a refresh fails. */
export function QueryPanel<Data>(props: QueryPanelProps<Data>) {
  const { title, query, failed, lines = 3, actions, footer, flush, anchor, folded, children } = props
  const { data } = query
  const known = data !== undefined
  const fold = useFold(folded, anchor)
  return (
    <div id={anchor} className={styles.anchor}>
      <Panel
        title={title}
        flush={flush === true && known}
        actions={actions}
        fold={query.isError && !known ? undefined : fold}
        {...(footer === undefined || !known ? {} : { footer })}
      >
        {known && <StaleNotice query={query} />}
        {known ? children(data) : <QueryFallback query={query} failed={failed} compact lines={lines} />}
      </Panel>
    </div>
  )
}

function useFold(folded: QueryPanelProps<unknown>['folded'], anchor: string | undefined) {
  const isSmall = useMedia(SMALL_SCREEN)
  const { hash, key } = useLocation()
  const [chosen, setChosen] = useState<boolean>()
  const [followed, setFollowed] = useState<string>()
  // Each time that a link to the panel is followed, also the same one again.
  if (anchor !== undefined && hash === `#${anchor}` && key !== followed) {
    setFollowed(key)
    setChosen(true)
  }
  if (folded === undefined || (folded === 'small' && !isSmall)) return undefined
  const isOpen = chosen ?? false
  return { isOpen, onToggle: () => setChosen(!isOpen) }
}
