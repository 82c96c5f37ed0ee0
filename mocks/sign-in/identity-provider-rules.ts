import { administersProvider } from '../access/write-permissions.ts'
import { HttpError } from '../base/http-error.ts'
import { planIncludes, SAML } from '../billing/subscriptions.ts'
import type { ResourceRules, RuleContext } from '../http/resource-rules.ts'
import { addRow } from '../store/row-defaults.ts'
import type { Store } from '../store/store.ts'
import type { RowInput } from '../store/stored-row.ts'

const PEM = /^-----BEGIN CERTIFICATE-----\s+([A-Za-z0-9+/=\s]+?)\s*-----END CERTIFICATE-----$/

/** Formats a certificate with 64 characters per line. Throws 400 unless the text is a single PEM block. */
function formatCertificate(text: string): string {
  const encoded = PEM.exec(text.trim())?.[1]?.replaceAll(/\s+/g, '')
  if (encoded === undefined || encoded === '') throw new HttpError(400, 'Invalid certificate format')
  const lines = encoded.match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n')
}

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:/.test(text)

/** Validates the fields that are present, and formats the certificate. Throws 400. */
function checked(values: RowInput<'identity_provider'>): RowInput<'identity_provider'> {
  const { sso_identifier: name, entry_point: entry, issuer, certificate } = values
  if (typeof name === 'string') {
    if (name.length < 3) throw new HttpError(400, 'The SSO identifier must have at least 3 characters')
    if (!/^[a-z0-9_-]+$/.test(name)) throw new HttpError(400, 'Invalid characters in sso identifier')
  }
  if (typeof entry === 'string' && !isWebAddress(entry)) throw new HttpError(400, 'Invalid URL')
  if (issuer === '') throw new HttpError(400, 'The issuer is mandatory')
  if (typeof certificate !== 'string') return values
  return { ...values, certificate: formatCertificate(certificate) }
}

function organizationIn({ body, store }: RuleContext): number {
  const { organization_id: id } = body
  if (typeof id !== 'number')
    throw new HttpError(400, 'An identity provider needs at least one organization.')
  if (store.rows('organization').byId(id) < 0) throw new HttpError(400, 'Unknown organization')
  return id
}

const NO_SAML = 'The plan of the organization has no single sign-on. Upgrade the plan to use it.'

const administers = ({ access }: RuleContext, organization: unknown): boolean =>
  access.organizations.get(Number(organization)) === 'administrator'

const hasSaml = ({ store, now }: RuleContext, organization: unknown): boolean =>
  planIncludes(store, Number(organization), SAML, now)

const linksOf = (store: Store, provider: unknown): number[] =>
  typeof provider === 'number'
    ? Array.from(
        store.rows('identity_provider_membership').find('is_authorized_by__identity_provider', provider) ??
          [],
      )
    : []

/**
 * A provider is managed by administrators of a linked organization whose plan includes SAML (docs/decisions/product-rules.md,
 * 10). Throws 403 when only the plan is missing; the permission check rejects callers who administer none.
 */
function requireSamlOf(context: RuleContext, provider: unknown): void {
  const { store } = context
  const own = linksOf(store, provider)
    .map((link) => store.rows('identity_provider_membership').row(link).organization)
    .filter((organization) => administers(context, organization))
  if (own.length > 0 && !own.some((organization) => hasSaml(context, organization))) {
    throw new HttpError(403, NO_SAML)
  }
}

export const identityProviderRules: ResourceRules<'identity_provider'> = {
  create(context, values) {
    const organization = organizationIn(context)
    if (administers(context, organization) && !hasSaml(context, organization)) {
      throw new HttpError(403, NO_SAML)
    }
    return { requires_signed_authn_response: false, ...checked(values) }
  },
  mayCreate(context) {
    return administers(context, organizationIn(context))
  },
  created(context, provider) {
    const { store, now } = context
    const organization = organizationIn(context)
    const values = { organization, is_authorized_by__identity_provider: provider }
    addRow(store, 'identity_provider_membership', values, now)
  },
  update(context, handle, changes) {
    requireSamlOf(context, handle)
    return checked(changes)
  },
  remove: (context, handle) => requireSamlOf(context, handle),
}

const isStaff = ({ access }: RuleContext): boolean =>
  access.caller.kind === 'user' && access.caller.staff !== undefined

/** Throws 400 when the default team belongs to another organization. */
function checkTeam(store: Store, organization: unknown, team: unknown): void {
  if (typeof team !== 'number' || store.rows('team').byId(team) < 0) return
  if (store.rows('team').reader('belongs_to__organization')(team) !== organization) {
    throw new HttpError(400, 'The team belongs to another organization')
  }
}

/** The organization of a link cannot change; clients delete the link and create another. */
export const identityProviderMembershipRules: ResourceRules<'identity_provider_membership'> = {
  create(context, values) {
    const { store } = context
    if (administers(context, values.organization)) {
      requireSamlOf(context, values.is_authorized_by__identity_provider)
      if (!isStaff(context) && !hasSaml(context, values.organization)) throw new HttpError(403, NO_SAML)
    }
    checkTeam(store, values.organization, values.grants_access_to__team)
    return values
  },
  /** Requires administering the organization and the provider; for staff, the permission suffices (docs/decisions/product-rules.md, 10). */
  mayCreate(context, values) {
    const { store, access } = context
    const { organization, is_authorized_by__identity_provider: provider } = values
    const id = Number(organization)
    const permission = 'resin.identity_provider_membership.create'
    if (!access.can(permission, { kind: 'organization', id })) return false
    return isStaff(context) || administersProvider(store, access, Number(provider))
  },
  update(context, handle, changes) {
    const { store } = context
    const row = store.rows('identity_provider_membership').row(handle)
    requireSamlOf(context, row.is_authorized_by__identity_provider)
    for (const field of ['organization', 'is_authorized_by__identity_provider'] as const) {
      if (field in changes && changes[field] !== row[field]) {
        throw new HttpError(400, 'Only the default team can be changed')
      }
    }
    checkTeam(store, row.organization, changes.grants_access_to__team)
    return changes
  },
  remove(context, handle) {
    const { store } = context
    const row = store.rows('identity_provider_membership').row(handle)
    requireSamlOf(context, row.is_authorized_by__identity_provider)
    const links = linksOf(store, row.is_authorized_by__identity_provider)
    if (links.every((link) => context.rows.includes(link))) {
      throw new HttpError(400, 'An identity provider must keep at least one organization.')
    }
  },
}
