import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  MantineProvider,
  mergeMantineTheme,
} from '@mantine/core'
import { useLayoutEffect, type ReactNode } from 'react'
import { adoptStyles } from './adopt-styles.ts'
import { useShownScheme } from './color-scheme.ts'
import { theme, tokenVariables } from './theme.ts'
import { useIsTest } from './ThemeProvider.tsx'

/** The Mantine provider for dialogs and drawers, loaded with the first of them. */
export function MantineFrame({ children }: { children: ReactNode }) {
  const isTest = useIsTest()
  useLayoutEffect(() => {
    // Tests render no styles, and jsdom parses a long style sheet slowly.
    if (!isTest) shareVariables()
  }, [isTest])
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={useShownScheme()}
      // Both would add style elements, which the content security policy forbids.
      withCssVariables={false}
      withGlobalClasses={false}
      env={isTest ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  )
}

let areShared = false

/** Adds Mantine's variables as a style sheet to the page, once. */
function shareVariables() {
  if (areShared) return
  areShared = true
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const { variables, light, dark } = defaultCssVariablesResolver(merged)
  adoptStyles(
    convertCssVariables({
      variables,
      light: { ...light, ...tokenVariables, '--mantine-color-scheme': 'light' },
      dark: { ...dark, ...tokenVariables, '--mantine-color-scheme': 'dark' },
    }),
  )
}
