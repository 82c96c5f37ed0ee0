import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { MenuItem, type MenuAction } from './MenuItem.tsx'
import { popoverPosition } from './popover-position.ts'
import styles from './Menu.module.css'

/** Actions with an optional title; groups are separated by lines. */
export interface MenuGroup {
  title?: string
  /** Required if the title changes while the menu is open. */
  key?: string
  actions: readonly MenuAction[]
  /** Several of its choices may be selected; otherwise one. */
  multiple?: boolean
}

export interface MenuListProps {
  id: string
  labelledBy: string
  opener: HTMLElement
  groups: readonly MenuGroup[]
  header: ReactNode
  align: 'start' | 'end'
  width: number | undefined
  /** Which action is focused first. */
  startAt: 'first' | 'last'
  onClose: (how: { returnFocus: boolean }) => void
}

/** The open menu. It is next to its button in the document, so that it belongs to the same landmark. */
export function MenuList({ opener, startAt, onClose, ...menu }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  const { align } = menu

  useLayoutEffect(() => {
    const place = () => {
      if (list.current) popoverPosition(list.current, opener, align)
    }
    place()
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, { capture: true })
    }
  }, [align, opener])

  useEffect(() => {
    itemsOf(list.current)
      .at(startAt === 'first' ? 0 : -1)
      ?.focus({ preventScroll: true })
  }, [startAt])

  useEffect(() => {
    const closeOutside = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || list.current?.contains(target) || opener.contains(target)) return
      onClose({ returnFocus: false })
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [onClose, opener])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      // Tab continues from the button.
      if (event.key === 'Escape') event.preventDefault()
      return onClose({ returnFocus: true })
    }
    const next = nextItem(event.key, itemsOf(list.current))
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its items have the focus
    <div
      ref={list}
      id={menu.id}
      role="menu"
      aria-orientation="vertical"
      aria-labelledby={menu.labelledBy}
      className={styles.dropdown}
      style={{ width: menu.width }}
      onKeyDown={onKeyDown}
    >
      {menu.header}
      {menu.groups.map(({ key: group, title, actions, multiple }, index) => (
        <div key={group ?? title ?? index} role="group" aria-label={title} className={styles.group}>
          {title && (
            <div className={styles.label} aria-hidden="true">
              {title}
            </div>
          )}
          {actions.map(({ key, ...action }, at) => (
            <MenuItem
              key={key ?? (typeof action.label === 'string' ? action.label : at)}
              action={action}
              multiple={multiple}
              onClose={() => onClose({ returnFocus: true })}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return list ? [...list.querySelectorAll<HTMLElement>('[data-menu-item]')] : []
}

/** The item that a key moves to; wraps around, and supports first letters. */
function nextItem(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const at = items.findIndex((item) => item === document.activeElement)
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length]
    case 'ArrowUp':
      return items.at(at <= 0 ? -1 : at - 1)
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
  }
  if (key.length !== 1 || key === ' ') return undefined
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return after.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
}
