import { useSyncExternalStore } from 'react'

// `public/boot.js` reads the same key before the first paint.
const KEY = 'flotilla:color-scheme'
/** Mantine reads the scheme from this attribute. */
const ATTRIBUTE = 'data-mantine-color-scheme'
const CONTRAST_ATTRIBUTE = 'data-contrast'
const DARK = '(prefers-color-scheme: dark)'
const MORE_CONTRAST = '(prefers-contrast: more)'

/** Light, dark, high contrast (light or dark as the system), or everything as the system. */
export const colorSchemes = ['light', 'dark', 'contrast', 'auto'] as const
export type ColorScheme = (typeof colorSchemes)[number]

const asScheme = (text: string | null) => colorSchemes.find((scheme) => scheme === text) ?? 'auto'
const listeners = new Set<() => void>()
let chosen: ColorScheme | undefined

function read(): ColorScheme {
  try {
    return asScheme(localStorage.getItem(KEY))
  } catch {
    return 'auto'
  }
}

function announce() {
  for (const listener of listeners) listener()
}

/** Stores the scheme for all modes and platforms; other tabs follow. */
export function setColorScheme(scheme: ColorScheme): void {
  chosen = scheme
  try {
    localStorage.setItem(KEY, scheme)
  } catch {
    // If storage is refused, the choice lasts until the page is closed.
  }
  announce()
}

function subscribe(listener: () => void): () => void {
  const fromOtherTab = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY) return
    chosen = asScheme(newValue)
    announce()
  }
  const queries = [DARK, MORE_CONTRAST].map((media) => window.matchMedia?.(media))
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  for (const query of queries) query?.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    // The next subscriber reads the stored value again.
    if (listeners.size === 0) chosen = undefined
    window.removeEventListener('storage', fromOtherTab)
    for (const query of queries) query?.removeEventListener('change', listener)
  }
}

/** The user's choice. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, () => (chosen ??= read()))
}

/** The effective scheme: the choice, or the system's. */
export function useShownScheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, () => {
    const scheme = (chosen ??= read())
    if (scheme === 'light' || scheme === 'dark') return scheme
    return window.matchMedia?.(DARK).matches ? 'dark' : 'light'
  })
}

/** Whether contrast is high: by choice, or because the system wishes it. */
export function useHighContrast(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => (chosen ??= read()) === 'contrast' || window.matchMedia?.(MORE_CONTRAST).matches === true,
  )
}

export function showScheme(scheme: 'light' | 'dark', highContrast: boolean): void {
  document.documentElement.setAttribute(ATTRIBUTE, scheme)
  document.documentElement.toggleAttribute(CONTRAST_ATTRIBUTE, false)
  if (highContrast) document.documentElement.setAttribute(CONTRAST_ATTRIBUTE, 'more')
}
