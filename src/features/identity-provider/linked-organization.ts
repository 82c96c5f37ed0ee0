import { providerMembershipText as text } from '@/messages/identity-provider/identity-provider.ts'

interface Named {
  id: number
  name: string
}

/** The link between an organization and an identity provider; `organization` is empty if it is not visible. */
export interface OrganizationLink {
  id: number
  organization: readonly Named[]
}

/** The linked organization; undefined if the user cannot see it. */
export const linkedOrganization = ({ organization: [organization] }: OrganizationLink): Named | undefined =>
  organization

/** The display name of the linked organization. */
export const linkedOrganizationName = (link: OrganizationLink): string =>
  linkedOrganization(link)?.name ?? text.hiddenOrganization

/** Ids of the visible organizations. */
export const linkedIds = (links: readonly OrganizationLink[]): number[] =>
  links.flatMap(({ organization }) => organization.map(({ id }) => id))
