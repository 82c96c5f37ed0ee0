import { queryOptions } from '@tanstack/react-query'
import { accentFor, accentStyles, type Accent } from '@/ui/theme/accent.ts'
import { colourOfLogo } from './dominant-colour.ts'

/** The accent of an organization's logo. */
export interface LogoAccent extends Accent {
  /** The dominant colour of the logo. */
  wished: string
  styles: string
}

/** The accent of a logo by its address; null if it has no colour, or its host forbids to read it. */
export const logoAccentQuery = (logo: string) =>
  queryOptions({
    queryKey: ['logo-accent', { logo }],
    staleTime: Infinity,
    queryFn: async (): Promise<LogoAccent | null> => {
      const wished = await colourOfLogo(logo)
      return wished === null ? null : { wished, ...accentFor(wished), styles: accentStyles(wished) }
    },
  })
