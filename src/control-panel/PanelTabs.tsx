import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from './PanelTabs.module.css'

export interface PanelTabsProps<Name extends string> {
  /** Accessible name of the row. */
  label: string
  tabs: readonly { name: Name; label: string }[]
  chosen: Name
  onChoose: (name: Name) => void
  /** The content of the selected tab. */
  children: ReactNode
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs of a panel, operated with arrow keys, Home and End. */
export function PanelTabs<Name extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  children,
}: PanelTabsProps<Name>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === chosen)
    const ends: Readonly<Record<string, number>> = { Home: 0, End: tabs.length - 1 }
    const step = STEPS[event.key]
    const to = ends[event.key] ?? (step === undefined ? undefined : (at + step + tabs.length) % tabs.length)
    const next = to === undefined ? undefined : tabs[to]
    if (to === undefined || next === undefined) return
    event.preventDefault()
    onChoose(next.name)
    const button = row.current?.querySelectorAll('button')[to]
    button?.focus()
    button?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }
  return (
    <div className={styles.tabs}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs take the focus */}
      <div ref={row} role="tablist" aria-label={label} className={styles.row} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === chosen ? 0 : -1}
            onClick={() => onChoose(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        className={styles.panel}
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  )
}
