import { IconCheck } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from '../layout/link.tsx'
import styles from './Menu.module.css'

export interface MenuAction {
  label: ReactNode
  /** Needed where labels are not texts or repeat. */
  key?: string
  icon?: ReactNode
  onSelect?: () => void
  /** A place instead of an action: a path, or a full address that opens in a new tab. */
  to?: string
  /** Why it cannot be chosen now; it stays reachable and says so. */
  reason?: string | undefined
  danger?: boolean
  /** At the right: a shortcut, a check mark. */
  aside?: ReactNode
  /** One of a group of choices, and whether it is chosen: a check mark stands in the icon's place. */
  checked?: boolean
  /** Keeps the menu open, for switches. */
  keepOpen?: boolean
}

export interface MenuItemProps {
  action: Omit<MenuAction, 'key'>
  multiple: boolean | undefined
  /** Closes the menu and gives the focus back to its button. */
  onClose: () => void
}

/** One action, choice or place of a menu. */
export function MenuItem({ action, multiple, onClose }: MenuItemProps) {
  const { label, icon, onSelect, to, reason, danger, aside, checked, keepOpen } = action
  const choose = (event: MouseEvent) => {
    if (reason !== undefined) return event.preventDefault()
    // First the focus goes back, so that a dialog that opens now returns it to the button.
    if (!keepOpen) onClose()
    onSelect?.()
  }
  const shared = {
    role: checked === undefined ? 'menuitem' : multiple ? 'menuitemcheckbox' : 'menuitemradio',
    tabIndex: -1,
    className: styles.item,
    'aria-checked': checked,
    'aria-disabled': reason === undefined ? undefined : true,
    'data-menu-item': true,
    'data-danger': danger || undefined,
    // A dialog around the menu must not take its Escape.
    'data-mantine-stop-propagation': true,
    onClick: choose,
    onPointerMove: ({ currentTarget }: { currentTarget: HTMLElement }) =>
      currentTarget.focus({ preventScroll: true }),
  } as const
  const content = (
    <>
      {checked === undefined ? (
        icon && <span className={styles.icon}>{icon}</span>
      ) : (
        <span className={styles.icon}>{checked && <IconCheck size={15} aria-hidden="true" />}</span>
      )}
      <span className={styles.text}>
        {label}
        {reason !== undefined && <span className={styles.reason}>{reason}</span>}
      </span>
      {aside}
    </>
  )
  if (to === undefined || reason !== undefined) {
    return (
      <button type="button" {...shared}>
        {content}
      </button>
    )
  }
  if (/^https?:/.test(to)) {
    return (
      <a {...shared} href={to} target="_blank" rel="noreferrer">
        {content}
      </a>
    )
  }
  return (
    <Link {...shared} to={to}>
      {content}
    </Link>
  )
}
