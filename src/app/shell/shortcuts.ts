import { useEffect, useEffectEvent } from 'react'
import { singleKeys } from '@/ui/form/single-keys.ts'
import { isBehindDialog, isTyping } from '@/ui/form/typing.ts'

export interface ShortcutActions {
  openPalette: () => void
  openShortcuts: () => void
  toggleSidebar: () => void
}

/** Targets of a focus shortcut; the first that exists is used. */
const places: Readonly<Record<string, readonly string[]>> = {
  '/': ['main [data-filter]'],
  // The row that Tab would reach.
  t: ['main [data-rows] tbody a[tabindex="0"]', 'main [data-rows] tbody a'],
  '.': ['main [data-selection] button'],
}

/** Row shortcuts of tables, loaded with the first of them. */
export const loadRowKeys = () => import('./row-keys.ts')

const ROW_KEY = /^(?:[jkxo]|Enter|Escape)$/i

const placeFor = (key: string) =>
  (places[key] ?? [])
    .map((selector) => document.querySelector<HTMLElement>(selector))
    .find((place) => place !== null)

/** The keyboard shortcuts of the application. Single keys are ignored while the user types. */
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
    // Page shortcuts are disabled behind a dialog.
    if (event.ctrlKey || event.metaKey || event.altKey || isBehindDialog()) return
    if (ROW_KEY.test(event.key)) {
      const { target, key, shiftKey } = event
      const isLetter = key.length === 1
      if (isLetter && (isTyping(target) || !singleKeys.get())) return
      void loadRowKeys().then(({ pressInRows }) =>
        pressInRows({ key: key.toLowerCase(), shiftKey, first: placeFor('t') }),
      )
      return
    }
    if (isTyping(event.target) || !singleKeys.get()) return
    if (event.key === '?') {
      event.preventDefault()
      actions.openShortcuts()
    } else if (event.key === '[') {
      actions.toggleSidebar()
    } else {
      const place = placeFor(event.key)
      if (place === undefined) return
      event.preventDefault()
      place.focus()
    }
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** "⌘K" on Macs, else "Ctrl K". */
export function paletteKeys(platform = navigator.platform): string {
  return /mac|iphone|ipad/i.test(platform) ? '⌘K' : 'Ctrl K'
}
