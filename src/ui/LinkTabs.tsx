import type { ReactNode } from 'react'
import { useLinks } from './link.tsx'
import styles from './LinkTabs.module.css'

export interface LinkTab {
  to: string
  label: ReactNode
  /** Only the very page counts as current, not those below it. */
  end?: boolean
}

/** Parts of a thing as links in a row; the row scrolls sideways where there is no room. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
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
