import { administersProvider } from '../access/write-permissions.ts'
import { Refusal } from '../odata/refusal.ts'
import { addRow } from '../store/complete-row.ts'
import type { Store } from '../store/store.ts'
import type { Values } from '../store/table.ts'
import type { ResourceRules, RuleContext } from './rules.ts'

const PEM = /^-----BEGIN CERTIFICATE-----\s+([A-Za-z0-9+/=\s]+?)\s*-----END CERTIFICATE-----$/

/** The same certificate with lines of 64 letters (spec 1 §5). Throws 400 on anything but a single PEM block. */
export function tidyCertificate(given: string): string {
  const letters = PEM.exec(given.trim())?.[1]?.replaceAll(/\s+/g, '')
  if (letters === undefined || letters === '') throw new Refusal(400, 'Invalid certificate format')
  const lines = letters.match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n')
}

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:/.test(text)

/** The rules for each field that is there. Throws 400 with what is wrong. */
function checked(values: Values): Values {
  const { sso_identifier: name, entry_point: entry, issuer, certificate } = values
  if (typeof name === 'string') {
    if (name.length < 3) throw new Refusal(400, 'The SSO identifier must have at least 3 characters')
    if (!/^[a-z0-9_-]+$/.test(name)) throw new Refusal(400, 'Invalid characters in sso identifier')
  }
  if (typeof entry === 'string' && !isWebAddress(entry)) throw new Refusal(400, 'Invalid URL')
  if (issuer === '') throw new Refusal(400, 'The issuer is mandatory')
  if (typeof certificate !== 'string') return values
  return { ...values, certificate: tidyCertificate(certificate) }
}

function organizationIn({ body, store }: RuleContext): number {
  const { organization_id: id } = body
  if (typeof id !== 'number') throw new Refusal(400, 'An identity provider needs at least one organization.')
  if (store.rows('organization').byId(id) < 0) throw new Refusal(400, 'Unknown organization')
  return id
}

export const identityProviderRules: ResourceRules = {
  create(context, values) {
    organizationIn(context)
    return { requires_signed_authn_response: false, ...checked(values) }
  },
  mayCreate(context) {
    return context.access.organizations.get(organizationIn(context)) === 'administrator'
  },
  created(context, provider) {
    const { store, now } = context
    const organization = organizationIn(context)
    const values = { organization, is_authorized_by__identity_provider: provider }
    addRow(store, 'identity_provider_membership', values, now)
  },
  update: (_context, _handle, changes) => checked(changes),
}

const linksOf = (store: Store, provider: unknown): ArrayLike<number> =>
  typeof provider === 'number'
    ? (store.rows('identity_provider_membership').find('is_authorized_by__identity_provider', provider) ?? [])
    : []

/** The default team is one of the linked organization. */
function checkTeam(store: Store, organization: unknown, team: unknown): void {
  if (typeof team !== 'number' || store.rows('team').byId(team) < 0) return
  if (store.rows('team').reader('belongs_to__organization')(team) !== organization) {
    throw new Refusal(400, 'The team belongs to another organization')
  }
}

/** The organization is not changed afterwards: a link is removed, and another made. */
export const identityProviderMembershipRules: ResourceRules = {
  create({ store }, values) {
    checkTeam(store, values['organization'], values['grants_access_to__team'])
    return values
  },
  /** Whoever links an organization administers it, and the provider too; staff may link any (decisions 10). */
  mayCreate({ store, access }, values) {
    const { organization, is_authorized_by__identity_provider: provider } = values
    const id = Number(organization)
    const permission = 'resin.identity_provider_membership.create'
    if (!access.can(permission, { kind: 'organization', id })) return false
    const isStaff = access.caller.kind === 'user' && access.caller.staff !== undefined
    return isStaff || administersProvider(store, access, Number(provider))
  },
  update({ store }, handle, changes) {
    const row = store.rows('identity_provider_membership').row(handle)
    for (const field of ['organization', 'is_authorized_by__identity_provider']) {
      if (field in changes && changes[field] !== row[field]) {
        throw new Refusal(400, 'Only the default team can be changed')
      }
    }
    checkTeam(store, row['organization'], changes['grants_access_to__team'])
    return changes
  },
  remove({ store }, handle) {
    const row = store.rows('identity_provider_membership').row(handle)
    if (linksOf(store, row['is_authorized_by__identity_provider']).length === 1) {
      throw new Refusal(400, 'An identity provider must keep at least one organization.')
    }
  },
}
