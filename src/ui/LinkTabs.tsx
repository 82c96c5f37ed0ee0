import type { ReactNode } from 'react'
import { useLinks } from './link.tsx'
import styles from './LinkTabs.module.css'

export interface LinkTab {
  to: string
  label: ReactNode
  /** Only the very page counts as current, not those below it. */
  end?: boolean
}

export interface LinkTabsProps {
  label: string
  tabs: readonly LinkTab[]
  /** At the right of the row; it stays where the tabs scroll. */
  aside?: ReactNode
}

/** Parts of a thing as links in a row; the row scrolls sideways where there is no room. */
export function LinkTabs({ label, tabs, aside }: LinkTabsProps) {
  const row = (
    <nav aria-label={label} className={styles.tabs}>
      <ul className={styles.list}>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <TabLink {...tab} />
          </li>
        ))}
      </ul>
    </nav>
  )
  if (!aside) return row
  return (
    <div className={styles.withAside}>
      {row}
      <div className={styles.aside}>{aside}</div>
    </div>
  )
}

function TabLink({ to, label, end }: LinkTab) {
  const { Link, useIsCurrent } = useLinks()
  const current = useIsCurrent(to, end)
  return (
    <Link to={to} aria-current={current ? 'page' : undefined}>
      {label}
    </Link>
  )
}
