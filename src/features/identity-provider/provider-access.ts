import type { SignOnOrganization } from '@/domain/account/sign-on.queries.ts'
import {
  identityProviderText,
  providerMembershipText,
} from '@/messages/identity-provider/identity-provider.ts'

/** The user's organizations, and whether they are staff of the platform. */
export interface Viewer {
  organizations: readonly SignOnOrganization[]
  isStaff: boolean
}

const administered = ({ organizations }: Viewer, linked: readonly number[]) =>
  organizations.filter(({ id, isAdministrator }) => isAdministrator && linked.includes(id))

const namesOf = (organizations: readonly SignOnOrganization[]) =>
  organizations.map(({ name }) => name).join(', ')

/**
 * Why the user may not manage an identity provider; undefined if they may. Requires being an administrator of a
 * linked organization whose plan includes SAML (docs/decisions/product-rules.md, 10). `linked`: ids of its
 * organizations.
 */
export function whyNotManage(viewer: Viewer, linked: readonly number[]): string | undefined {
  const own = administered(viewer, linked)
  if (own.length === 0) return identityProviderText.needsAdministrator
  return own.some(({ hasSaml }) => hasSaml) ? undefined : identityProviderText.noSaml(namesOf(own))
}

/**
 * Why the user may not change or remove the link of an organization, which is undefined if it is not visible. Staff
 * always may (docs/decisions/product-rules.md, 10).
 */
export function whyNotChangeLink(
  viewer: Viewer,
  linked: readonly number[],
  organization: { id: number; name: string } | undefined,
): string | undefined {
  if (viewer.isStaff) return undefined
  if (organization === undefined) return identityProviderText.needsAdministrator
  if (administered(viewer, [organization.id]).length === 0) {
    return providerMembershipText.needsAdministrator(organization.name)
  }
  return whyNotManage(viewer, linked)
}

/** The organizations that the user may add an identity provider for, or link to one. */
export const eligible = ({ organizations }: Viewer): readonly SignOnOrganization[] =>
  organizations.filter(({ isAdministrator, hasSaml }) => isAdministrator && hasSaml)

/** Why none of the user's organizations can be linked, if that is for their plans: those that are not linked yet. */
export function whyNothingToLink(viewer: Viewer, linked: readonly number[]): string | undefined {
  const others = viewer.organizations.filter(
    ({ id, isAdministrator }) => isAdministrator && !linked.includes(id),
  )
  return others.length === 0 ? undefined : identityProviderText.noSaml(namesOf(others))
}

/** Why the user may not add an identity provider; undefined if they may. */
export function whyNotAdd(viewer: Viewer): string | undefined {
  if (eligible(viewer).length > 0) return undefined
  const isAdministrator = viewer.organizations.some((each) => each.isAdministrator)
  return isAdministrator ? identityProviderText.noPlan : identityProviderText.noOrganizations
}

/** Whether the user may add an identity provider for an organization that has none. */
export const needsProvider = (viewer: Viewer): boolean =>
  eligible(viewer).some(({ providers }) => providers.length === 0)

/** The user's identity providers except this one, each with the names of its organizations. */
export function otherProviders(organizations: readonly SignOnOrganization[], current: number) {
  const found = new Map<number, { id: number; sso_identifier: string; names: string[] }>()
  for (const { name, providers } of organizations) {
    for (const provider of providers) {
      if (provider.id === current) continue
      const known = found.get(provider.id) ?? { ...provider, names: [] }
      found.set(provider.id, { ...known, names: [...known.names, name] })
    }
  }
  return [...found.values()]
}

/** Whether the user can no longer see an identity provider that has only these organizations. */
export const losesAccess = ({ organizations, isStaff }: Viewer, linked: readonly number[]): boolean =>
  !isStaff && !organizations.some(({ id }) => linked.includes(id))
