import { useEffect, type ReactNode } from 'react'
import { commonText } from '@/messages/common.ts'
import styles from './PageTitle.module.css'

export interface PageTitleProps {
  /** The page's one h1. */
  title: string
  /** Beside the title in a quieter tone. */
  count?: ReactNode
  /** The thing's state, as a badge, and tags. */
  state?: ReactNode
  /** At most three, and a menu. */
  actions?: ReactNode
  /** Keeps the heading for screen readers only, where tabs and breadcrumbs already say it. */
  hidden?: boolean
  /** What the window's title says when it needs more than the heading: "Devices · cold-chain-eu". */
  documentTitle?: string
}

/** Heading, window title and actions of a page. Exactly one on each. */
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

/** Names the window after the page. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${commonText.appName}`
  }, [title])
}
