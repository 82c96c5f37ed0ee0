import { createTheme, type MantineColorsTuple } from '@mantine/core'

// Mantine requires ten shades; the visible colours come from the tokens, through the resolver below.
const brand: MantineColorsTuple = [
  '#e7effd',
  '#d3e2fc',
  '#b3cdf9',
  '#8fb4f5',
  '#6ea0ff',
  '#4a83ea',
  '#2f6fdf',
  '#1f5fd6',
  '#174ba9',
  '#123a83',
]

export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.179,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  defaultRadius: 'var(--r-m)',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
})

/** Maps Mantine's variables to our tokens, so that both follow one palette in every colour scheme. */
export const tokenVariables = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--brand-ink)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--control)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-color-disabled-border': 'var(--line-strong)',
  '--mantine-primary-color-filled': 'var(--brand)',
  '--mantine-primary-color-filled-hover': 'var(--brand-hover)',
  '--mantine-primary-color-light': 'var(--brand-soft)',
  '--mantine-primary-color-light-hover': 'var(--brand-soft)',
  '--mantine-primary-color-light-color': 'var(--brand-ink)',
  '--mantine-primary-color-contrast': 'var(--on-brand)',
  '--mantine-color-brand-filled': 'var(--brand)',
  '--mantine-color-brand-light-color': 'var(--brand-ink)',
}
