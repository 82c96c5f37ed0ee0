import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { headerColour } from '@/domain/account/header-preferences.ts'
import { adoptStyles } from '@/ui/theme/adopt-styles.ts'
import { useStored } from '@/ui/use-stored.ts'
import { logoAccentQuery } from './logo-accent.queries.ts'

/** Applies the accent of an organization's logo. A colour that the user has chosen takes precedence. */
export function OrganizationAccent({ logo }: { logo: string }) {
  const { data: accent } = useQuery(logoAccentQuery(logo))
  const [own] = useStored(headerColour)
  const styles = own === null ? accent?.styles : undefined
  useEffect(() => (styles === undefined ? undefined : adoptStyles(styles)), [styles])
  return null
}
