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
import { useIsTest } from './ThemeProvider.tsx'
import { theme, tokenVariables } from './theme.ts'

/** What dialogs and drawers need around them; it comes with the first of them. */
export function MantineFrame({ children }: { children: ReactNode }) {
  const isTest = useIsTest()
  useLayoutEffect(() => {
    // Nothing is drawn there, and jsdom takes its time over a sheet of a thousand lines.
    if (!isTest) shareVariables()
  }, [isTest])
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={useShownScheme()}
      // Both would write style elements, which the content security policy forbids.
      withCssVariables={false}
      withGlobalClasses={false}
      env={isTest ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  )
}

let areShared = false

/** Mantine's variables as a style sheet of the page, once. */
function shareVariables() {
  if (areShared) return
  areShared = true
  const whole = mergeMantineTheme(DEFAULT_THEME, theme)
  const { variables, light, dark } = defaultCssVariablesResolver(whole)
  adoptStyles(
    convertCssVariables({
      variables,
      light: { ...light, ...tokenVariables, '--mantine-color-scheme': 'light' },
      dark: { ...dark, ...tokenVariables, '--mantine-color-scheme': 'dark' },
    }),
  )
}
