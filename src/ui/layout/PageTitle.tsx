import { useEffect, type ReactNode } from 'react'
import { commonText } from '@/messages/common/common.ts'
import { beside } from '@/messages/common/compose.ts'
import styles from './PageTitle.module.css'

export interface PageTitleProps {
  /** The page's one h1. */
  title: string
  /** Next to the title, in a secondary colour. */
  count?: ReactNode
  /** Status badge and tags. */
  state?: ReactNode
  /** At most three, and a menu. */
  actions?: ReactNode
  /** Shows the heading only to screen readers, if tabs and breadcrumbs already show it. */
  hidden?: boolean
  /** The document title, if it differs from the heading: "Devices · cold-chain-eu". */
  documentTitle?: string
}

/** Heading, document title and actions of a page. Exactly one per page. */
export function PageTitle({ title, count, state, actions, hidden, documentTitle = title }: PageTitleProps) {
  useDocumentTitle(documentTitle)
  if (hidden) return <h1 className="visually-hidden">{title}</h1>
  return (
    <div className={styles.row}>
      <h1>{title}</h1>
      {count !== undefined && <span className={styles.count}>{count}</span>}
      {state}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

/** Sets the document title. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = beside(title, commonText.appName)
  }, [title])
}
