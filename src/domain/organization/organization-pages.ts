import { offers } from '@/api/api.ts'
import { fleetClasses } from '@/domain/fleet/fleet-class.ts'
import type { PageOf } from '@/domain/fleet/fleet-pages.ts'
import { paths } from '@/lib/paths.ts'
import { tabText } from '@/messages/common/tabs.ts'
import { classText } from '@/messages/fleets/fleets.ts'
import { organizationText as text } from '@/messages/organizations/organizations.ts'
import { maySeeBilling } from './frozen-organization.ts'
import { scopePath, type OrganizationScope } from './organization-scope.ts'

/** Billing pages, for users who can change it. */
function moneyPages(organization: OrganizationScope['organization']): PageOf[] {
  if (!maySeeBilling(organization)) return []
  return [
    ...(offers('billing') ? [{ to: paths.billing(organization.id), label: text.billing }] : []),
    ...(offers('credits') ? [{ to: paths.credits(organization.id), label: text.credits }] : []),
  ]
}

/**
 * The pages of an organization, team or member; apps only if enabled. Of a frozen organization only the billing pages
 * can be opened (docs/decisions/product-rules.md, 37).
 */
export function organizationPages(
  place: Pick<OrganizationScope, 'organization' | 'part'>,
  withApps: boolean,
): PageOf[] {
  if (place.organization.is_frozen) return moneyPages(place.organization)
  const here = scopePath(place)
  const summary = { to: here, label: text.summary, end: true }
  const applications = fleetClasses
    .filter((fleetClass) => withApps || fleetClass !== 'app')
    .map((fleetClass) => ({ to: paths.applicationsOf(here, fleetClass), label: classText[fleetClass].title }))
  const { id } = place.organization
  switch (place.part?.kind) {
    case 'team':
      return [summary, { to: paths.teamMembers(id, place.part.id), label: text.members }, ...applications]
    case 'member':
      return [
        summary,
        ...(offers('teams') ? [{ to: paths.memberTeams(id, place.part.id), label: text.teams }] : []),
        ...(offers('fleetMembers') ? applications : []),
      ]
    case undefined:
      return [
        summary,
        ...applications,
        { to: paths.organizationMembers(id), label: text.members },
        ...(offers('teams') ? [{ to: paths.organizationTeams(id), label: text.teams }] : []),
        { to: paths.organizationInsights(id), label: tabText.insights },
        { to: paths.organizationActivity(id), label: tabText.activity },
        ...moneyPages(place.organization),
      ]
  }
}
