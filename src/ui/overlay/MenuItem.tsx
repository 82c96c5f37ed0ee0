import { IconCheck } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from '@/ui/layout/link.tsx'
import styles from './Menu.module.css'

export interface MenuAction {
  label: ReactNode
  /** Required if labels are not texts or not unique. */
  key?: string
  icon?: ReactNode
  onSelect?: () => void
  /** A link instead of an action: a path, or a full URL that opens in a new tab. */
  to?: string
  /** Why it is disabled. It stays focusable and shows the reason. */
  reason?: string | undefined
  danger?: boolean
  /** At the right: a shortcut or a check mark. */
  aside?: ReactNode
  /** A choice and whether it is selected, shown as a check mark instead of the icon. */
  checked?: boolean
  /** Keeps the menu open, for switches. */
  keepOpen?: boolean
}

export interface MenuItemProps {
  action: Omit<MenuAction, 'key'>
  multiple: boolean | undefined
  /** Closes the menu and returns the focus to its button. */
  onClose: () => void
}

/** An action, choice or link of a menu. */
export function MenuItem({ action, multiple, onClose }: MenuItemProps) {
  const { label, icon, onSelect, to, reason, danger, aside, checked, keepOpen } = action
  const choose = (event: MouseEvent) => {
    if (reason !== undefined) return event.preventDefault()
    // Returns the focus first, so that a dialog that opens now returns it to the button.
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
    // Escape must not close a dialog around the menu.
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
