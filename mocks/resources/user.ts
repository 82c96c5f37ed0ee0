import { subscribed } from '../billing/subscriptions.ts'
import { HttpError, unauthorized } from '../odata/http-error.ts'
import { removeRow } from '../store/cascade.ts'
import type { Store } from '../store/store.ts'
import { requireFresh } from '../services/keys.ts'
import { administrators, LAST_ADMINISTRATOR } from './memberships.ts'
import { forgetPerson, sendVerification } from '../services/people.ts'
import type { ResourceRules } from './rules.ts'
import { emailOf } from '../services/session.ts'

const VERIFICATION = 'has_been_sent_verification_email'

/** Organizations that nobody else administers. */
function administeredAlone(store: Store, user: number): number[] {
  const memberships = store.rows('organization_membership')
  return Array.from(memberships.find('user', user) ?? [])
    .filter((handle) => {
      const all = administrators(store, Number(memberships.row(handle)['is_member_of__organization']))
      return all.length === 1 && all[0] === handle
    })
    .map((handle) => Number(memberships.row(handle)['is_member_of__organization']))
}

/** A user is changed by nobody but themselves, and only to be mailed a link or to be deleted. */
export const userRules: ResourceRules = {
  triggers: [VERIFICATION],

  update({ store, access: { caller }, body }, user, changes) {
    if (caller.kind !== 'user' || caller.authTime === null) throw unauthorized()
    if (body[VERIFICATION] !== true) throw new HttpError(400)
    if (emailOf(store, user) === null) throw new HttpError(400, 'The account has no e-mail address')
    return changes
  },

  updated({ store, now }, user) {
    sendVerification(store, now, user, emailOf(store, user) ?? '')
  },

  /** The personal organization goes too; others that would have no administrator must go before (docs/decisions/product-rules.md, 13). */
  remove({ store, access: { caller }, realNow }, user) {
    requireFresh(caller, realNow)
    const personal = store.rows('user').row(user)['has_legacy_link_to__organization']
    if (administeredAlone(store, user).some((organization) => organization !== personal)) {
      throw new HttpError(400, LAST_ADMINISTRATOR)
    }
    if (typeof personal === 'number' && subscribed(store, personal)?.plan.selfServe === false) {
      throw new HttpError(400, 'The account has a plan that is not sold online. Contact sales.')
    }
  },

  removing({ store }, user) {
    const personal = store.rows('user').row(user)['has_legacy_link_to__organization']
    forgetPerson(store, user)
    if (typeof personal !== 'number') return
    // The link would take the user along in the middle of their own removal.
    store.rows('user').update(user, { has_legacy_link_to__organization: null })
    removeRow(store, 'organization', personal)
  },
}
