import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useLinks } from './link.tsx'
import styles from './LinkTabs.module.css'

export interface LinkTab {
  to: string
  label: ReactNode
  /** Only the exact page counts as current, not pages below it. */
  end?: boolean
  /** The pages of which it consists, itself first; shown below the tabs while one of them is current. */
  parts?: readonly LinkTab[]
}

export interface LinkTabsProps {
  label: string
  tabs: readonly LinkTab[]
  /** At the right of the row; stays in place when the tabs scroll. */
  aside?: ReactNode
}

/** How much of the adjacent tab stays visible, in px. */
const NEIGHBOUR = 40

/** Tabs as links in a row, which scrolls horizontally if needed. */
export function LinkTabs({ label, tabs, aside }: LinkTabsProps) {
  const row = (
    <nav aria-label={label} className={styles.tabs}>
      <ul className={styles.list}>
        {tabs.map((tab) => (
          <TabLink key={tab.to} {...tab} />
        ))}
      </ul>
    </nav>
  )
  return (
    <>
      {aside ? (
        <div className={styles.withAside}>
          {row}
          <div className={styles.aside}>{aside}</div>
        </div>
      ) : (
        row
      )}
      {tabs.map(({ to, label: of, parts }) => parts && <Parts key={to} label={of} parts={parts} />)}
    </>
  )
}

/** The parts of the current tab. */
function Parts({ label, parts }: { label: ReactNode; parts: readonly LinkTab[] }) {
  const isShown = useLinks().useIsAnyCurrent(parts)
  const id = useId()
  if (!isShown) return null
  return (
    <nav aria-labelledby={id} className={styles.parts}>
      <span id={id} hidden>
        {label}
      </span>
      <ul className={styles.partList}>
        {parts.map((part) => (
          <PartLink key={part.to} {...part} />
        ))}
      </ul>
    </nav>
  )
}

function PartLink({ to, label, end }: LinkTab) {
  const { Link, useIsCurrent } = useLinks()
  const current = useIsCurrent(to, end)
  return (
    <li>
      <Link to={to} aria-current={current ? 'page' : undefined}>
        {label}
      </Link>
    </li>
  )
}

function TabLink({ to, label, end, parts }: LinkTab) {
  const { Link, useIsAnyCurrent } = useLinks()
  const current = useIsAnyCurrent([{ to, ...(end === undefined ? {} : { end }) }, ...(parts ?? [])])
  const item = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    if (current && item.current) showInRow(item.current)
  }, [current])
  return (
    <li ref={item}>
      <Link to={to} aria-current={current ? 'page' : undefined}>
        {label}
      </Link>
    </li>
  )
}

/** Scrolls the row (never the page), so that the tab and part of its neighbours are visible. */
function showInRow(item: HTMLElement) {
  const row = item.closest('nav')
  if (!row) return
  const { left, right } = item.getBoundingClientRect()
  const edges = row.getBoundingClientRect()
  if (right > edges.right) row.scrollLeft += right - edges.right + NEIGHBOUR
  else if (left < edges.left) row.scrollLeft -= edges.left - left + NEIGHBOUR
}
