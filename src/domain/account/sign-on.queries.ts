import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { socialProvidersQuery } from '../platform/platform-config.queries.ts'

/** The feature of plans with which an organization may have an identity provider. */
const SAML_FEATURE = 'saml'

/** An organization of the signed-in person, as far as identity providers are concerned. */
export interface SignOnOrganization {
  id: number
  name: string
  isAdministrator: boolean
  /** Whether its plan has SAML; only administrators see plans, so false for others. */
  hasSaml: boolean
  /** By which its members sign in. */
  providers: readonly { id: number; sso_identifier: string }[]
}

/** Those of the organizations whose plan has SAML. */
async function readWithSaml(organizations: readonly number[], signal: AbortSignal) {
  if (organizations.length === 0) return new Set<number>()
  const rows = await api().data.query('subscription', signal, {
    $select: ['id'],
    $filter: { is_active: true, is_for__organization: { $in: [...organizations] } },
    $expand: {
      is_for__organization: { $select: ['id'] },
      is_for__plan: {
        $select: ['id'],
        $expand: {
          plan_feature: {
            $select: ['quantity'],
            $filter: {
              provides__feature: { $any: { $alias: 'f', $expr: { f: { slug: SAML_FEATURE } } } },
            },
          },
        },
      },
    },
  })
  return new Set(
    rows.flatMap(({ is_for__organization: [organization], is_for__plan: [plan] }) =>
      plan.plan_feature.some(({ quantity }) => quantity > 0) ? [organization.id] : [],
    ),
  )
}

async function readOrganizations(signal: AbortSignal): Promise<SignOnOrganization[]> {
  const memberships = await api().data.query('organization_membership', signal, {
    $select: ['id', 'effective_seat_role'],
    $filter: { user: api().session.claims()?.id ?? 0 },
    $expand: {
      is_member_of__organization: {
        $select: ['id', 'name'],
        $expand: {
          identity_provider_membership: {
            $select: ['id'],
            $expand: { is_authorized_by__identity_provider: { $select: ['id', 'sso_identifier'] } },
          },
        },
      },
    },
  })
  const own = memberships.map(
    ({ effective_seat_role: seat, is_member_of__organization: [organization] }) => ({
      id: organization.id,
      name: organization.name,
      isAdministrator: seat === 'administrator',
      providers: organization.identity_provider_membership.flatMap(
        ({ is_authorized_by__identity_provider: of }) => [...of],
      ),
    }),
  )
  const withSaml = await readWithSaml(
    own.filter(({ isAdministrator }) => isAdministrator).map(({ id }) => id),
    signal,
  )
  return own
    .map((each) => ({ ...each, hasSaml: withSaml.has(each.id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** The organizations of the signed-in person with their identity providers, by name. */
export const signOnOrganizationsQuery = () =>
  queryOptions({
    queryKey: ['organization', 'sign-on'],
    queryFn: ({ signal }) => readOrganizations(signal),
  })

/**
 * Whether to lead to the pages of identity providers: the platform signs people in by SAML, and an organization of the
 * person may have an identity provider or has one. False until that is known.
 */
export function useOffersSignOn({ asks = true }: { asks?: boolean } = {}): boolean {
  const { data: ways } = useQuery({ ...socialProvidersQuery(), enabled: asks })
  const isSupported = ways?.includes('saml') === true
  const { data: organizations } = useQuery({ ...signOnOrganizationsQuery(), enabled: asks && isSupported })
  return (
    isSupported && organizations?.some(({ hasSaml, providers }) => hasSaml || providers.length > 0) === true
  )
}
