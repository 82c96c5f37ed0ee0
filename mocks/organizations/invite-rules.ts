import { emailFrom, userEmail, userNamed, userWithEmail } from '../access/users.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { requireSeat } from '../billing/allowance.ts'
import type { RuleContext, RuleInput, RulesFor } from '../http/resource-rules.ts'
import { notUnique, referenced } from '../store/constraints.ts'
import type { Store } from '../store/store.ts'
import { isMember, places, sendInvitation } from './invitations.ts'
import type { InvitationPlace } from './invitations.ts'
import { roleNamed } from './memberships.ts'

function inviteeWith(store: Store, email: string): number | undefined {
  const invitees = store.rows('invitee')
  const emailOfInvitee = invitees.reader('email')
  return [...invitees.handles()].find((id) => emailOfInvitee(id) === email)
}

/** The email address of an invitee, given as an email address or a username. */
function addressOf(store: Store, invitee: string): string {
  const user = invitee.includes('@') ? undefined : userNamed(store, invitee)
  return emailFrom(user === undefined ? invitee : (userEmail(store, user) ?? ''))
}

/** Either kind of invite: it has the relations of its place. */
type InviteInput = RuleInput<'application_invite'> & RuleInput<'organization_invite'>

function rulesFor(place: InvitationPlace, defaultRole: string): RulesFor<InviteInput> {
  const { invites: resource, target, roles } = places[place]

  /** Throws 409 for an invited user, and 400 for a member of the fleet. */
  function rejectKnown({ store, rows: replaced }: RuleContext, email: string, to: number): void {
    const user = place === 'application' ? userWithEmail(store, email) : undefined
    if (user !== undefined && isMember(store, place, user, to)) {
      throw new HttpError(400, `${email} is already a member of the fleet.`)
    }
    const invitee = inviteeWith(store, email)
    const rows = store.table(resource)
    const taken =
      invitee !== undefined &&
      Array.from(rows.find('invitee', invitee) ?? []).some(
        (handle) => !replaced.includes(handle) && rows.reader(target)(handle) === to,
      )
    if (taken) throw notUnique(['invitee', target])
  }

  return {
    named: ['invitee'],
    create(context, input) {
      const { store, access, body } = context
      const { invitee } = body
      const to = input[target]
      if (typeof invitee !== 'string' || invitee === '' || typeof to !== 'number') return input
      if (store.rows(place).byId(to) < 0) throw referenced(target)
      if (!access.can(`resin.${resource}.create`, { kind: place, id: to })) throw unauthorized()
      const email = addressOf(store, invitee)
      rejectKnown(context, email, to)
      if (place === 'application') requireSeat(store, to, input[roles])
      return {
        [roles]: roleNamed(store, roles, defaultRole),
        ...input,
        invitee: email,
        is_created_by__user: access.caller.kind === 'user' ? access.caller.user : null,
      }
    },
    /** Stores the address as an `invitee` row, if there is none yet. */
    insert({ store }, values) {
      const email = String(values.invitee)
      const invitee = inviteeWith(store, email) ?? store.rows('invitee').insert({ email })
      return store.table(resource).insert({ ...values, invitee })
    },
    created({ store, now }, handle) {
      sendInvitation(store, now, place, handle)
    },
  }
}

export const applicationInviteRules = rulesFor('application', 'developer')

export const organizationInviteRules = rulesFor('organization', 'member')
