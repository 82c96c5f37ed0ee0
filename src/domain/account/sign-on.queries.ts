import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { compareText } from '@/lib/format.ts'

/** The plan feature that allows identity providers. */
const SAML_FEATURE = 'saml'

/** An organization of the signed-in user, with what concerns single sign-on. */
export interface SignOnOrganization {
  id: number
  name: string
  isAdministrator: boolean
  /** Whether its plan includes SAML. Only administrators can read plans, so it is false for others. */
  hasSaml: boolean
  /** Its identity providers. */
  providers: readonly { id: number; sso_identifier: string }[]
}

/** The ids of those organizations whose plan includes SAML. */
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
    .toSorted((a, b) => compareText(a.name, b.name))
}

/** The organizations of the signed-in user with their identity providers, sorted by name. */
export const signOnOrganizationsQuery = () =>
  queryOptions({
    queryKey: ['organization', 'sign-on'],
    queryFn: ({ signal }) => readOrganizations(signal),
  })
