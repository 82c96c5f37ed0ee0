import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useShownScheme } from './color-scheme.ts'
import { useIsTest } from './ThemeProvider.tsx'
import { theme, tokenVariables } from './theme.ts'

/** What dialogs and drawers need around them; it comes with the first of them. */
export function MantineFrame({ children }: { children: ReactNode }) {
  const isTest = useIsTest()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={tokenVariables}
      forceColorScheme={useShownScheme()}
      deduplicateCssVariables={false}
      // Nothing is drawn there, and jsdom takes its time over a sheet of a thousand lines.
      withCssVariables={!isTest}
      env={isTest ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  )
}
