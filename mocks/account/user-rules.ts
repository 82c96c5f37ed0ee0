import { userEmail } from '../access/users.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { subscribed } from '../billing/subscriptions.ts'
import type { ResourceRules } from '../http/resource-rules.ts'
import { administrators, LAST_ADMINISTRATOR } from '../organizations/memberships.ts'
import { removeRow } from '../store/cascade.ts'
import type { Store } from '../store/store.ts'
import { requireFresh } from './keys.ts'
import { forgetPerson, sendVerification } from './people.ts'

const VERIFICATION = 'has_been_sent_verification_email'

/** Organizations of which the user is the only administrator. */
function administeredAlone(store: Store, user: number): number[] {
  const memberships = store.rows('organization_membership')
  return Array.from(memberships.find('user', user) ?? [])
    .filter((handle) => {
      const all = administrators(store, memberships.row(handle).is_member_of__organization)
      return all.length === 1 && all[0] === handle
    })
    .map((handle) => memberships.row(handle).is_member_of__organization)
}

/** Only users themselves can change their account, and only to request a verification email or to delete it. */
export const userRules: ResourceRules<'user'> = {
  triggers: [VERIFICATION],

  update({ store, access: { caller }, body }, user, changes) {
    if (caller.kind !== 'user' || caller.authTime === null) throw unauthorized()
    if (body[VERIFICATION] !== true) throw new HttpError(400)
    if (userEmail(store, user) === null) throw new HttpError(400, 'The account has no email address')
    return changes
  },

  updated({ store, now }, user) {
    sendVerification(store, now, user, userEmail(store, user) ?? '')
  },

  /** Also deletes the personal organization. Rejected while the user is the only administrator of another (docs/decisions/product-rules.md, 13). */
  remove({ store, access: { caller }, realNow }, user) {
    requireFresh(caller, realNow)
    const personal = store.rows('user').row(user).has_legacy_link_to__organization
    if (administeredAlone(store, user).some((organization) => organization !== personal)) {
      throw new HttpError(400, LAST_ADMINISTRATOR)
    }
    if (typeof personal === 'number' && subscribed(store, personal)?.plan.selfServe === false) {
      throw new HttpError(400, 'The account has a plan that is not sold online. Contact sales.')
    }
  },

  removing({ store }, user) {
    const personal = store.rows('user').row(user).has_legacy_link_to__organization
    forgetPerson(store, user)
    if (typeof personal !== 'number') return
    // Otherwise the cascade from the organization would delete the user a second time.
    store.rows('user').update(user, { has_legacy_link_to__organization: null })
    removeRow(store, 'organization', personal)
  },
}
