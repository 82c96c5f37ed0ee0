import { readClaims, signClaims } from '../access/tokens.ts'
import { userEmail } from '../access/users.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { empty, isJsonObject } from '../http/request-context.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import { removeRow } from '../store/cascade.ts'
import { sendEmail } from '../store/one-time-tokens.ts'
import { addRow } from '../store/row-defaults.ts'
import { newSecret } from '../store/secrets.ts'
import type { Store } from '../store/store.ts'
import { isMemberOf, roleNamed } from './memberships.ts'

export type InvitationPlace = 'organization' | 'application'

export interface Invitation {
  place: InvitationPlace
  /** Handle of the invite's row. */
  handle: number
  /** The recipient. */
  email: string
}

interface PlaceRules {
  /** The resource of the invitations, and their relations to the place and to the role. */
  invites: 'application_invite' | 'organization_invite'
  target: 'is_invited_to__application' | 'is_invited_to__organization'
  roles: 'application_membership_role' | 'organization_membership_role'
  title: string
  page: string
}

/** Where people can be invited to. */
export const places: Readonly<Record<InvitationPlace, PlaceRules>> = {
  organization: {
    invites: 'organization_invite',
    target: 'is_invited_to__organization',
    roles: 'organization_membership_role',
    title: 'the organization',
    page: '/organization/invitation/',
  },
  application: {
    invites: 'application_invite',
    target: 'is_invited_to__application',
    roles: 'application_membership_role',
    title: 'the fleet',
    page: '/invitation/',
  },
}

/** Simulated milliseconds. An assumption, because the platform does not document the lifetime. */
const INVITATION_LIFE = 14 * 86_400_000

/** The place that an invite is for, its name, and the role there. */
function targetOf(
  store: Store,
  place: InvitationPlace,
  invite: number,
): { to: number; name: string; role: number } {
  if (place === 'organization') {
    const { is_invited_to__organization: to, organization_membership_role: role } = store
      .rows('organization_invite')
      .row(invite)
    return { to, name: store.rows('organization').row(to).name, role }
  }
  const { is_invited_to__application: to, application_membership_role: role } = store
    .rows('application_invite')
    .row(invite)
  return { to, name: store.rows('application').row(to).app_name, role }
}

/** Emails the token of an invite, which is available nowhere else. */
export function sendInvitation(store: Store, now: number, place: InvitationPlace, handle: number): void {
  const { invites, title, page } = places[place]
  const { name } = targetOf(store, place, handle)
  const { invitee, message } = store.rows(invites).row(handle)
  const { email } = store.rows('invitee').row(invitee)
  // The dashboard reads the kind and name of the target from the token.
  const until = now + INVITATION_LIFE
  const token = signClaims(store, {
    resource: place,
    name,
    // An assumption, like the lifetime: it lets the dashboard fill in the address.
    email,
    invite: handle,
    until,
    nonce: newSecret(store.secrets),
  })
  sendEmail(store, {
    at: now,
    to: email,
    subject: `You are invited to ${title} ${name}`,
    text: typeof message === 'string' && message !== '' ? message : 'Follow the link to accept.',
    link: `${page}${token}`,
    token,
  })
}

const notFound = () => new HttpError(404, 'The invitation is invalid or has expired')

/** Throws 400 on an invalid token, and 404 when the invitation was used or revoked, or has expired. */
export function readInvitation(
  { store, now }: Pick<RequestContext, 'store' | 'now'>,
  place: InvitationPlace,
  token: string,
): Invitation {
  const { invites } = places[place]
  const claims = readClaims(store, token)
  if (!isJsonObject(claims) || claims['resource'] !== place) {
    throw new HttpError(400, 'This is no invitation')
  }
  const { invite: handle, name, until } = claims
  if (typeof handle !== 'number' || typeof until !== 'number' || until <= now) throw notFound()
  const rows = store.rows(invites)
  if (rows.byId(handle) < 0) throw notFound()
  if (targetOf(store, place, handle).name !== name) throw notFound()
  const email = store.rows('invitee').row(rows.row(handle).invitee).email.toLowerCase()
  return { place, handle, email }
}

/** Whether a user is a member of an organization, or a direct member of a fleet, not through a team. */
export function isMember(store: Store, place: InvitationPlace, user: number, target: number): boolean {
  if (place === 'organization') return isMemberOf(store, user, target)
  const direct = store.rows('user_application_membership')
  return Array.from(direct.find('user', user) ?? []).some(
    (handle) => direct.row(handle).is_member_of__application === target,
  )
}

/** Adds a user to an organization, unless they are a member. */
export function joinOrganization(
  store: Store,
  now: number,
  user: number,
  organization: number,
  role = roleNamed(store, 'organization_membership_role', 'member'),
): void {
  if (isMemberOf(store, user, organization)) return
  addRow(
    store,
    'organization_membership',
    { user, is_member_of__organization: organization, organization_membership_role: role },
    now,
  )
}

function joinFleet(store: Store, now: number, user: number, fleet: number, role: number): void {
  joinOrganization(store, now, user, store.rows('application').reader('organization')(fleet))
  if (isMember(store, 'application', user, fleet)) return
  const values = { user, is_member_of__application: fleet, application_membership_role: role }
  addRow(store, 'user_application_membership', values, now)
}

/** Creates the membership and deletes the invite. */
export function acceptInvitation(store: Store, now: number, invitation: Invitation, user: number): void {
  const { place, handle } = invitation
  const { invites } = places[place]
  const { to, role } = targetOf(store, place, handle)
  if (place === 'organization') joinOrganization(store, now, user, to, role)
  else joinFleet(store, now, user, to, role)
  removeRow(store, invites, handle)
}

function accept(context: RequestContext, place: InvitationPlace) {
  const { caller, store, now, params } = context
  if (caller.kind !== 'user') throw unauthorized()
  const invitation = readInvitation(context, place, params['token'] ?? '')
  if (userEmail(store, caller.user)?.toLowerCase() !== invitation.email) throw unauthorized()
  const { to } = targetOf(store, place, invitation.handle)
  if (isMember(store, place, caller.user, to)) {
    const target = place === 'organization' ? 'organization' : 'fleet'
    throw new HttpError(409, `You are already a member of the ${target}.`)
  }
  acceptInvitation(store, now, invitation, caller.user)
  return empty()
}

export const invitationHandlers: ServiceHandlers<'invitations'> = {
  'invitations.acceptFleet': (context) => accept(context, 'application'),
  'invitations.acceptOrganization': (context) => accept(context, 'organization'),
}
