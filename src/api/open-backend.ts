/**
 * Fields and relations that the open-source backend does not have: selecting one there fails the whole query (wire 8).
 * Each name means the same wherever it occurs; a test holds the list against the contract.
 */
export const HOSTED_ONLY: ReadonlySet<string> = new Set([
  'application__has__build_var_name',
  'application__has__domain',
  'application_domain_mapping',
  'application_invite',
  'belongs_to__user',
  'billing_account_code',
  'build_environment_variable',
  'can_use__application_as_host',
  'company_name',
  'creates__application_invite',
  'creates__invitee__is_invited_to__application',
  'creates__invitee__is_invited_to__organization',
  'creates__organization_invite',
  'custom_latitude',
  'custom_longitude',
  'describes__public_device',
  'device__has__fqdn',
  'device_domain_mapping',
  'device_history',
  'effective_seat_role',
  'has_legacy_link_to__organization',
  'has_past_due_invoice_since__date',
  'has_private_access_to__device_type',
  'identity_provider_membership',
  'industry',
  'invitee',
  'invitee__is_invited_to__application',
  'invitee__is_invited_to__organization',
  'is__origin__of__delta',
  'is_accessible_by__team',
  'is_accessible_by_support_until__date',
  'is_accessible_privately_by__organization',
  'is_active',
  'is_authorized_by__identity_provider',
  'is_created_by__user',
  'is_discoverable',
  'is_enforcing_saml_login',
  'is_frozen',
  'is_member_of__application',
  'is_member_of__team',
  'is_private',
  'is_produced_by__delta',
  'is_stored_at__repository_url',
  'is_using__billing_version',
  'latitude',
  'location',
  'logo_image',
  'longitude',
  'organization__has_private_access_to__device_type',
  'organization__is_authorized_by__identity_provider',
  'organization__owns_credit_notification_for__feature',
  'organization_credit_notification',
  'organization_invite',
  'organization_membership__has__tag_key',
  'organization_membership_role',
  'organization_membership_tag',
  'owns__credit_bundle',
  'owns__public_device',
  'owns__recovery_two_factor',
  'owns__saml_account',
  'owns__social_service_account',
  'owns__team',
  'owns_credit_notification_for__feature',
  'public_device',
  'subscription',
  'team__grants_access_to__application',
  'team_application_access',
  'team_membership',
  'user__is_member_of__application',
  'user__is_member_of__organization__has__tag_key',
  'user__is_member_of__team',
  'user_application_membership',
  'user_profile',
  'website',
])

/** What is true of everything there; whatever else is missing is unknown. */
const KNOWN: Readonly<Record<string, unknown>> = {
  is_active: true,
  is_discoverable: false,
  is_enforcing_saml_login: false,
  is_frozen: false,
  is_private: false,
}

/** There everybody has one organization, their own (wire 8). */
const EXPANDED: Readonly<Record<string, unknown>> = {
  organization_membership_role: [{ name: 'administrator' }],
}

type Options = Readonly<Record<string, unknown>>

const isOptions = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Without the fields that the backend lacks: `is_running__release/raw_version` is looked at part by part. */
const has = (path: string) => !path.split('/').some((name) => HOSTED_ONLY.has(name))

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** A condition that is left, or what it comes to where the backend has nothing to compare. */
type Condition = boolean | { left: unknown }

function allOf(conditions: Condition[]): Condition {
  if (conditions.includes(false)) return false
  const left = conditions.flatMap((one) => (typeof one === 'boolean' ? [] : [one.left]))
  return left.length === 0 ? true : { left: left.length === 1 ? left[0] : { $and: left } }
}

function anyOf(conditions: Condition[]): Condition {
  if (conditions.includes(true)) return true
  const left = conditions.flatMap((one) => (typeof one === 'boolean' ? [] : [one.left]))
  return left.length === 0 ? false : { left: left.length === 1 ? left[0] : { $or: left } }
}

function conditionOf(key: string, value: unknown): Condition {
  if (key === '$and') return allOf(listOf(value).map(reduced))
  if (key === '$or') return anyOf(listOf(value).map(reduced))
  if (key === '$not') {
    const inner = reduced(value)
    return typeof inner === 'boolean' ? !inner : { left: { $not: inner.left } }
  }
  if (has(key)) return { left: { [key]: value } }
  return isOptions(value) ? '$ne' in value : value === (KNOWN[key] ?? null)
}

function reduced(filter: unknown): Condition {
  if (!isOptions(filter)) return { left: filter }
  return allOf(Object.entries(filter).map(([key, value]) => conditionOf(key, value)))
}

/** No row has no id. */
const NOTHING = { id: null }

function filterOf(filter: unknown): Options {
  const left = reduced(filter)
  if (left === true) return {}
  return { $filter: left === false ? NOTHING : left.left }
}

function orderOf(order: unknown): Options {
  const left = listOf(order).filter((one) => {
    if (typeof one === 'string') return has(one.split(' ')[0] ?? '')
    return !isOptions(one) || Object.keys(one).every(has)
  })
  return left.length === 0 ? {} : { $orderby: left }
}

function expandOf(expand: unknown): Options {
  if (!isOptions(expand)) return { $expand: listOf(expand).filter((name) => has(String(name))) }
  const left = Object.entries(expand).filter(([name]) => has(name))
  return {
    $expand: Object.fromEntries(
      left.map(([name, options]) => [name, isOptions(options) ? withoutHosted(options) : options]),
    ),
  }
}

/** The options of a query, as the open-source backend can answer them. */
export function withoutHosted<Given extends object>(options: Given): Given {
  return Object.fromEntries(
    Object.entries(options).flatMap(([option, value]) => {
      switch (option) {
        case '$select': {
          const left = listOf(value).filter((name) => has(String(name)))
          return Object.entries({ $select: left.length === 0 ? ['id'] : left })
        }
        case '$filter':
          return Object.entries(filterOf(value))
        case '$orderby':
          return Object.entries(orderOf(value))
        case '$expand':
          return Object.entries(expandOf(value))
        case '$count':
          return isOptions(value) ? [[option, withoutHosted(value)]] : [[option, value]]
        default:
          return [[option, value]]
      }
    }),
  ) as Given
}

/** Puts into the rows of an answer what was asked for and left away, so that every reader finds the shape it asked for. */
export function completeRows(rows: unknown, options: object | undefined): void {
  if (!Array.isArray(rows) || !isOptions(options)) return
  const { $select: select, $expand: expand } = options
  for (const row of rows) {
    if (!isRow(row)) continue
    for (const name of select === undefined ? [] : listOf(select).map(String)) {
      if (!has(name)) row[name] ??= KNOWN[name] ?? null
    }
    const expanded = isOptions(expand) ? expand : {}
    for (const [name, inner] of Object.entries(expanded)) {
      if (!has(name)) row[name] = EXPANDED[name] ?? (isOptions(inner) && '$count' in inner ? 0 : [])
      else if (isOptions(inner)) completeRows(row[name], inner)
    }
  }
}

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
