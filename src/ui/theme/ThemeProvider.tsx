import { createContext, use, useLayoutEffect, type ReactNode } from 'react'
import { showScheme, useHighContrast, useShownScheme } from './color-scheme.ts'
import './mantine.css'
import './fonts.css'
import './tokens.css'
import './base.css'

const IsTest = createContext(false)

/** Whether animations are disabled for tests. */
export const useIsTest = () => use(IsTest)

/** Provides the theme: colours, fonts and base styles. */
export function ThemeProvider({ children, test = false }: { children: ReactNode; test?: boolean }) {
  const scheme = useShownScheme()
  const highContrast = useHighContrast()
  useLayoutEffect(() => showScheme(scheme, highContrast), [scheme, highContrast])
  return <IsTest value={test}>{children}</IsTest>
}
