import { userNamed } from '../access/users.ts'
import { HttpError } from '../base/http-error.ts'
import { requireSeat } from '../billing/allowance.ts'
import type { ResourceRules, RuleContext } from '../http/resource-rules.ts'
import { removeRow } from '../store/cascade.ts'
import type { Store } from '../store/store.ts'

/** The id of a role by name. Throws when the scenario has no such role. */
export function roleNamed(
  store: Store,
  resource: 'application_membership_role' | 'organization_membership_role',
  name: string,
): number {
  const roles = store.rows(resource)
  const nameOf = roles.reader('name')
  for (const id of roles.handles()) if (nameOf(id) === name) return id
  throw new Error(`No ${resource} named ${name}`)
}

/** Clients send the `username`, which is not a field of the model (docs/platform/hosted-and-open.md). */
function withUser<Input extends { user?: number }>({ store, body }: RuleContext, values: Input): Input {
  const { username } = body
  if (typeof username !== 'string') return values
  const user = userNamed(store, username)
  if (user === undefined) throw new HttpError(404, `User not found: ${username}`)
  return { ...values, user }
}

/** Whether a user is a member of an organization. */
export function isMemberOf(store: Store, user: number, organization: number): boolean {
  const memberships = store.rows('organization_membership')
  return Array.from(memberships.find('user', user) ?? []).some(
    (handle) => memberships.row(handle).is_member_of__organization === organization,
  )
}

function requireMember(store: Store, values: { user?: number }, organization: number): void {
  const { user } = values
  // An unknown user is rejected like any invalid reference.
  if (typeof user !== 'number' || store.rows('user').byId(user) < 0) return
  if (!isMemberOf(store, user, organization)) {
    throw new HttpError(400, 'The user is not a member of the organization.')
  }
}

/** Users can always give up their own roles. */
const isOwn =
  (resource: 'organization_membership' | 'team_membership' | 'user_application_membership') =>
  ({ store, access }: RuleContext, handle: number): boolean =>
    access.caller.kind === 'user' && store.rows(resource).row(handle).user === access.caller.user

export const userApplicationMembershipRules: ResourceRules<'user_application_membership'> = {
  mayRemove: isOwn('user_application_membership'),
  create(context, input) {
    const { store } = context
    const values = withUser(context, input)
    const fleet = values.is_member_of__application
    if (typeof fleet === 'number' && store.rows('application').byId(fleet) >= 0) {
      requireMember(store, values, store.rows('application').reader('organization')(fleet))
    }
    requireSeat(store, fleet, values.application_membership_role)
    return {
      application_membership_role: roleNamed(store, 'application_membership_role', 'developer'),
      ...values,
    }
  },

  update({ store }, handle, changes) {
    const fleet = store.rows('user_application_membership').row(handle).is_member_of__application
    requireSeat(store, fleet, changes.application_membership_role)
    return changes
  },
}

export const teamApplicationAccessRules: ResourceRules<'team_application_access'> = {
  create({ store }, values) {
    requireSeat(store, values.grants_access_to__application, values.application_membership_role)
    return values
  },

  update({ store }, handle, changes) {
    const fleet = store.rows('team_application_access').row(handle).grants_access_to__application
    requireSeat(store, fleet, changes.application_membership_role)
    return changes
  },
}

export const teamMembershipRules: ResourceRules<'team_membership'> = {
  mayRemove: isOwn('team_membership'),
  create(context, input) {
    const { store } = context
    const values = withUser(context, input)
    const team = values.is_member_of__team
    if (typeof team === 'number' && store.rows('team').byId(team) >= 0) {
      requireMember(store, values, store.rows('team').reader('belongs_to__organization')(team))
    }
    return values
  },
}

export const LAST_ADMINISTRATOR =
  'It is necessary that each organization that is active, includes at least one organization membership that has an organization membership role that has a name (Auth) that is equal to "administrator"'

/** The memberships of an organization's administrators. */
export function administrators(store: Store, organization: number): number[] {
  const memberships = store.rows('organization_membership')
  const administrator = roleNamed(store, 'organization_membership_role', 'administrator')
  return Array.from(memberships.find('is_member_of__organization', organization) ?? []).filter(
    (handle) => memberships.row(handle).organization_membership_role === administrator,
  )
}

/** Throws 400 when the rows of the request include all administrators. */
function requireRemainingAdministrator({ store, rows }: RuleContext, handle: number): void {
  const organization = store.rows('organization_membership').row(handle).is_member_of__organization
  const current = administrators(store, organization)
  if (current.includes(handle) && current.every((one) => rows.includes(one))) {
    throw new HttpError(400, LAST_ADMINISTRATOR)
  }
}

export const organizationMembershipRules: ResourceRules<'organization_membership'> = {
  mayRemove: isOwn('organization_membership'),
  create(context, input) {
    return {
      organization_membership_role: roleNamed(context.store, 'organization_membership_role', 'member'),
      ...withUser(context, input),
    }
  },

  update(context, handle, changes) {
    const { store } = context
    const role = changes.organization_membership_role
    const administrator = roleNamed(store, 'organization_membership_role', 'administrator')
    if (typeof role === 'number' && role !== administrator) requireRemainingAdministrator(context, handle)
    return changes
  },

  remove: requireRemainingAdministrator,

  /** Leaving an organization also ends the roles on its fleets and teams. */
  removing({ store }, handle) {
    const row = store.rows('organization_membership').row(handle)
    const user = row.user
    const organization = row.is_member_of__organization
    const direct = store.rows('user_application_membership')
    const organizationOf = store.rows('application').reader('organization')
    for (const membership of Array.from(direct.find('user', user) ?? [])) {
      const fleet = direct.row(membership).is_member_of__application
      if (organizationOf(fleet) === organization) removeRow(store, 'user_application_membership', membership)
    }
    const teams = store.rows('team_membership')
    const ownerOf = store.rows('team').reader('belongs_to__organization')
    for (const membership of Array.from(teams.find('user', user) ?? [])) {
      const team = teams.row(membership).is_member_of__team
      if (ownerOf(team) === organization) removeRow(store, 'team_membership', membership)
    }
  },
}
