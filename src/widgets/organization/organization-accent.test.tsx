import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { headerColour } from '@/domain/account/header-preferences.ts'
import { logoAccentQuery, type LogoAccent } from './logo-accent.queries.ts'
import { OrganizationAccent } from './OrganizationAccent.tsx'

const LOGO = 'https://files.example/logo.png'

afterEach(() => {
  cleanup()
  headerColour.set(null)
  vi.unstubAllGlobals()
})

test('the accent of a logo colours the dashboard, except if the user has chosen a colour', () => {
  // jsdom has no constructed style sheets.
  class Sheet {
    text = ''
    replaceSync(text: string) {
      this.text = text
    }
  }
  vi.stubGlobal('CSSStyleSheet', Sheet)
  Object.assign(document, { adoptedStyleSheets: [] })
  const applied = () => (document.adoptedStyleSheets as unknown as Sheet[]).map(({ text }) => text)
  const client = new QueryClient()
  const styles = ':root { --brand: #7a3fb0; }'
  const accent: LogoAccent = { wished: '#7a3fb0', colour: '#7a3fb0', shifted: null, styles }
  client.setQueryData(logoAccentQuery(LOGO).queryKey, accent)
  render(
    <QueryClientProvider client={client}>
      <OrganizationAccent logo={LOGO} />
    </QueryClientProvider>,
  )
  expect(applied()).toEqual([styles])
  act(() => headerColour.set('#123456'))
  expect(applied()).toEqual([])
  act(() => headerColour.set(null))
  expect(applied()).toEqual([styles])
  cleanup()
  expect(applied()).toEqual([])
})
