import { useEffect, useEffectEvent } from 'react'

export interface ShortcutActions {
  openPalette: () => void
  openShortcuts: () => void
  toggleSidebar: () => void
}

/** The keys of the whole application. Letters and signs do nothing while a person types. */
export function useShortcuts(actions: ShortcutActions) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    if (
      (event.ctrlKey || event.metaKey) &&
      !event.altKey &&
      !event.shiftKey &&
      event.key.toLowerCase() === 'k'
    ) {
      event.preventDefault()
      return actions.openPalette()
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    // Behind a dialog the page's own keys rest.
    if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return
    if (event.key === '?') {
      event.preventDefault()
      actions.openShortcuts()
    } else if (event.key === '/') {
      const filter = document.querySelector<HTMLElement>('main [data-filter]')
      if (filter === null) return
      event.preventDefault()
      filter.focus()
    } else if (event.key === '[') {
      actions.toggleSidebar()
    }
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** "⌘K" where there is a command key, else "Ctrl K". */
export function paletteKeys(platform = navigator.platform): string {
  return /mac|iphone|ipad/i.test(platform) ? '⌘K' : 'Ctrl K'
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  // A terminal is typed into as well.
  if (target.isContentEditable || target.closest('[data-typing]') !== null) return true
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)
}
