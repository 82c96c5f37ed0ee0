import { useQuery } from '@tanstack/react-query'
import { signOnOrganizationsQuery } from '@/domain/account/sign-on.queries.ts'
import { socialProvidersQuery } from '@/domain/platform/platform-config.queries.ts'

/**
 * Whether to link to the identity provider pages: the platform supports SAML, and one of the user's organizations has an
 * identity provider or may add one. False until that is known.
 */
export function useOffersSignOn({ enabled = true }: { enabled?: boolean } = {}): boolean {
  const { data: providers } = useQuery({ ...socialProvidersQuery(), enabled })
  const isSupported = providers?.includes('saml') === true
  const { data: organizations } = useQuery({ ...signOnOrganizationsQuery(), enabled: enabled && isSupported })
  return (
    isSupported && organizations?.some(({ hasSaml, providers }) => hasSaml || providers.length > 0) === true
  )
}
