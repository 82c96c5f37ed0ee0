import type { ReactNode } from 'react'
import { classes } from '@/ui/classes.ts'
import type { Crumb } from './Breadcrumbs.tsx'
import { LinkTabs, type LinkTab } from './LinkTabs.tsx'
import { PageCrumbs } from './PageCrumbs.tsx'
import { PageTitle, type PageTitleProps } from './PageTitle.tsx'
import styles from './PageFrame.module.css'

export interface PageFrameProps extends Partial<PageTitleProps> {
  /** The breadcrumbs. The last one is the current page, without a link. */
  crumbs?: readonly Crumb[]
  /** Tabs as links. */
  tabs?: readonly LinkTab[]
  /** Accessible name of the tabs. */
  tabsLabel?: string
  /** At the right of the tabs. */
  tabsAside?: ReactNode
  /** Between tabs and title, full width: banners. */
  notice?: ReactNode
  /** Below the content, always visible at the bottom of the window. */
  dock?: ReactNode
  /** The dock covers the page; the content is kept but hidden. */
  covered?: boolean
  /** Without padding and gaps. */
  flush?: boolean
  /** Uses all of a large screen, because more columns fit; other content is at most 1,680 px wide. */
  wide?: boolean
  children: ReactNode
}

/** The layout of all pages: breadcrumbs, tabs, title row, content. */
export function PageFrame({
  crumbs,
  tabs,
  tabsLabel,
  tabsAside,
  notice,
  dock,
  covered,
  flush,
  wide,
  children,
  title,
  ...titleRow
}: PageFrameProps) {
  return (
    <>
      {crumbs && crumbs.length > 0 && <PageCrumbs crumbs={crumbs} />}
      {tabs && <LinkTabs label={tabsLabel ?? ''} tabs={tabs} aside={tabsAside} />}
      {notice}
      <div className={classes(styles.page, flush && styles.flush, wide && styles.wide)} hidden={covered}>
        {title !== undefined && <PageTitle title={title} {...titleRow} />}
        {children}
      </div>
      {dock}
    </>
  )
}
