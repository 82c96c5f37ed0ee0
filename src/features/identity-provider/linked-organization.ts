import { providerMembershipText as text } from '../../messages/identity-provider.ts'

interface Named {
  id: number
  name: string
}

/** That an organization signs its members in by an identity provider; what cannot be seen of it is absent. */
export interface OrganizationLink {
  id: number
  organization: readonly Named[]
}

/** Its organization; undefined when the person cannot see it. */
export const organizationOf = ({ organization: [organization] }: OrganizationLink): Named | undefined =>
  organization

/** What to call its organization. */
export const nameOf = (link: OrganizationLink): string =>
  organizationOf(link)?.name ?? text.hiddenOrganization

/** Ids of the organizations that can be seen. */
export const linkedIds = (links: readonly OrganizationLink[]): number[] =>
  links.flatMap(({ organization }) => organization.map(({ id }) => id))
