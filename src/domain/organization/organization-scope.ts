import { paths } from '@/lib/paths.ts'
import type { Organization } from './organization.queries.ts'

/** A team or a member of an organization. */
export interface OrganizationPart {
  kind: 'team' | 'member'
  /** Id of the team or membership. */
  id: number
  name: string
}

/** An organization, or a part of it, as in the URL. */
export interface OrganizationScope {
  organization: Organization
  part: OrganizationPart | undefined
  /** Filter for the listed applications. */
  scope: ApplicationScope
}

/** The organization, team or member whose applications are listed. */
export interface ApplicationScope {
  organization: number
  team?: number
  user?: number
}

/** The path of an organization, team or member. */
export const scopePath = ({
  organization,
  part,
}: Pick<OrganizationScope, 'organization' | 'part'>): string => {
  if (part === undefined) return paths.organization(organization.id)
  return part.kind === 'team'
    ? paths.organizationTeam(organization.id, part.id)
    : paths.organizationMember(organization.id, part.id)
}
