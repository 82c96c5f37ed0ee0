import { MantineProvider, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme, tokenVariables } from './theme.ts'
import './mantine.css'
import './fonts.css'
import './tokens.css'
import './base.css'

// `public/color-scheme.js` reads the same key before the first paint.
const KEY = 'flotilla:color-scheme'
const schemes: readonly MantineColorScheme[] = ['light', 'dark', 'auto']

/** Light, dark or the system's scheme, kept for every mode and platform alike; other tabs follow. */
function keptColorScheme(): MantineColorSchemeManager {
  const asScheme = (text: string | null) => schemes.find((scheme) => scheme === text)
  let follow: ((event: StorageEvent) => void) | undefined
  return {
    get(fallback) {
      try {
        return asScheme(localStorage.getItem(KEY)) ?? fallback
      } catch {
        return fallback
      }
    },
    set(scheme) {
      try {
        localStorage.setItem(KEY, scheme)
      } catch {
        // Storage is refused: the choice holds until the page is left.
      }
    },
    subscribe(onUpdate) {
      follow = ({ key, newValue }) => {
        if (key === KEY) onUpdate(asScheme(newValue) ?? 'auto')
      }
      window.addEventListener('storage', follow)
    },
    unsubscribe() {
      if (follow) window.removeEventListener('storage', follow)
    },
    clear() {
      try {
        localStorage.removeItem(KEY)
      } catch {
        // As above.
      }
    },
  }
}

const colorSchemes = keptColorScheme()

/** Colours, fonts and the base styles of everything. */
export function ThemeProvider({ children, test }: { children: ReactNode; test?: boolean }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={tokenVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
      env={test ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  )
}
