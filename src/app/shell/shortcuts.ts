import { useEffect, useEffectEvent } from 'react'
import { singleKeys } from '@/ui/form/single-keys.ts'
import { isBehindDialog, isTyping } from '@/ui/form/typing.ts'

export interface ShortcutActions {
  openPalette: () => void
  openShortcuts: () => void
  toggleSidebar: () => void
}

/** The places of a page that a key leads to; of several the first that is there. */
const places: Readonly<Record<string, readonly string[]>> = {
  '/': ['main [data-filter]'],
  // Where Tab reaches one row only, that one.
  t: ['main [data-rows] tbody a[tabindex="0"]', 'main [data-rows] tbody a'],
  '.': ['main [data-selection] button'],
}

/** What the letters do in the rows of a table; needed by the first of them only. */
export const loadRowKeys = () => import('./row-keys.ts')

const ROW_KEY = /^(?:[jkxo]|Enter|Escape)$/i

const placeFor = (key: string) =>
  (places[key] ?? [])
    .map((selector) => document.querySelector<HTMLElement>(selector))
    .find((place) => place !== null)

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
    // Behind a dialog the page's own keys rest.
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

/** "⌘K" where there is a command key, else "Ctrl K". */
export function paletteKeys(platform = navigator.platform): string {
  return /mac|iphone|ipad/i.test(platform) ? '⌘K' : 'Ctrl K'
}
