import { useSyncExternalStore } from 'react'

// `public/boot.js` reads the same key before the first paint.
const KEY = 'flotilla:color-scheme'
/** Mantine reads the scheme from this attribute. */
const ATTRIBUTE = 'data-mantine-color-scheme'
const DARK = '(prefers-color-scheme: dark)'

/** Light, dark, or the system's scheme. */
export const colorSchemes = ['light', 'dark', 'auto'] as const
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
  const system = window.matchMedia?.(DARK)
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  system?.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    // The next subscriber reads the stored value again.
    if (listeners.size === 0) chosen = undefined
    window.removeEventListener('storage', fromOtherTab)
    system?.removeEventListener('change', listener)
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
    if (scheme !== 'auto') return scheme
    return window.matchMedia?.(DARK).matches ? 'dark' : 'light'
  })
}

export const showScheme = (scheme: 'light' | 'dark') =>
  document.documentElement.setAttribute(ATTRIBUTE, scheme)
