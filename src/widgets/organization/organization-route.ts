import { redirect, useOutletContext, type LoaderFunctionArgs } from 'react-router'
import { maySeeBilling, staysOpen } from '@/domain/organization/frozen-organization.ts'
import type { OrganizationScope } from '@/domain/organization/organization-scope.ts'
import {
  membershipQuery,
  organizationQuery,
  teamQuery,
  type Membership,
  type Organization,
  type Team,
} from '@/domain/organization/organization.queries.ts'
import { withoutBase } from '@/lib/base.ts'
import { paths } from '@/lib/paths.ts'
import { sentences } from '@/messages/common/compose.ts'
import { organizationText as text } from '@/messages/organizations/organizations.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { parseRouteId } from '@/widgets/navigation/parse-route-id.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'

type Args = Pick<LoaderFunctionArgs, 'params' | 'request' | 'context'>

/**
 * The organization, team or member of a route; null when it does not exist or is not visible. Throws a redirect: one
 * level up with an error when an id is not a number, and away from a frozen one, except for its billing pages.
 */
export async function loadOrganizationScope({
  params,
  request,
  context,
}: Args): Promise<OrganizationScope | null> {
  const cache = cacheOf({ context })
  const id = parseRouteId(params.orgId, paths.organizations())
  const partId = partIn(id ?? 0, params)
  const organization = id === null ? null : await cache.ensureQueryData(organizationQuery(id))
  if (organization === null || partId === null) return null
  if (organization.is_frozen && !staysOpen(organization, withoutBase(new URL(request.url).pathname))) {
    throw redirect(leaveFrozen(organization))
  }
  switch (partId?.kind) {
    case undefined:
      return { organization, part: undefined, scope: { organization: organization.id } }
    case 'team':
      return teamOf(organization, await cache.ensureQueryData(teamQuery(partId.id)))
    case 'member':
      return memberOf(organization, await cache.ensureQueryData(membershipQuery(partId.id)))
  }
}

function partIn(organization: number, { teamId, memberId }: Args['params']) {
  const kind = teamId === undefined ? 'member' : 'team'
  const written = teamId ?? memberId
  if (written === undefined) return undefined
  const list = kind === 'team' ? paths.organizationTeams : paths.organizationMembers
  const id = parseRouteId(written, list(organization))
  return id === null ? null : ({ kind, id } as const)
}

function teamOf(organization: Organization, team: Team | null): OrganizationScope | null {
  if (team?.belongs_to__organization[0].id !== organization.id) return null
  return {
    organization,
    part: { kind: 'team', id: team.id, name: team.name },
    scope: { organization: organization.id, team: team.id },
  }
}

function memberOf(organization: Organization, membership: Membership | null): OrganizationScope | null {
  const [user] = membership?.user ?? []
  if (!membership || !user || membership.is_member_of__organization[0].id !== organization.id) return null
  return {
    organization,
    part: { kind: 'member', id: membership.id, name: user.username },
    scope: { organization: organization.id, user: user.id },
  }
}

/** The scope of a route below it. */
export function useOrganizationScope(): OrganizationScope {
  return useOutletContext<OrganizationScope>()
}

/**
 * Where to redirect from a page of a frozen organization: to its billing page if the user has access, else to the list of
 * organizations. Shows a toast with the reason; its key avoids a second one, because layout and page both call this
 * (docs/decisions/product-rules.md, 37).
 */
export function leaveFrozen(organization: Organization): string {
  const settles = maySeeBilling(organization)
  showToast({
    tone: 'bad',
    key: 'organization-frozen',
    title: text.frozenTitle(organization.name),
    detail: sentences(text.frozen, settles ? text.frozenForAdministrator : text.frozenForOthers),
  })
  return settles ? paths.billing(organization.id) : paths.organizations()
}
