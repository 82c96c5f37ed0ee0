import type { ReactNode } from 'react'
import { PageCrumbs } from '@/ui/layout/PageCrumbs.tsx'
import { useDocumentTitle } from '@/ui/layout/PageTitle.tsx'
import styles from './MessagePage.module.css'

export interface MessagePageProps {
  icon: ReactNode
  title: string
  children: ReactNode
  action: ReactNode
}

/** A page with a message and actions. */
export function MessagePage({ icon, title, children, action }: MessagePageProps) {
  useDocumentTitle(title)
  return (
    <>
      <PageCrumbs crumbs={[{ label: title }]} />
      <div className={styles.message}>
        <span className={styles.icon}>{icon}</span>
        <h1>{title}</h1>
        <div className={styles.text}>{children}</div>
        <div className={styles.action}>{action}</div>
      </div>
    </>
  )
}
