import { HttpError, unauthorized } from '../base/http-error.ts'
import { FREE_PLAN, planWithCode, subscribe, subscribed } from '../billing/subscriptions.ts'
import { isJsonObject } from '../http/request-context.ts'
import type { ResourceRules } from '../http/resource-rules.ts'
import type { Store } from '../store/store.ts'
import type { RowInput } from '../store/stored-row.ts'
import type { Value } from '../store/table.ts'
import { roleNamed } from './memberships.ts'

/** Derives an unused handle from a name: lowercase word characters, and a number if it is taken (docs/platform/errors.md). */
export function freeHandle(store: Store, name: string): string {
  const base =
    name
      .toLowerCase()
      .replaceAll(/\W+/g, '_')
      .replaceAll(/^_+|_+$/g, '') || 'organization'
  const taken = (handle: string) => (store.rows('organization').find('handle', handle)?.length ?? 0) > 0
  let handle = base
  for (let number = 2; taken(handle); number++) handle = `${base}_${number}`
  return handle
}

const MAX_LOGO_BYTES = 1_000_000

function checkLogo(logo: Value | undefined): void {
  if (!isJsonObject(logo)) return
  if (logo['content_type'] !== 'image/png' && logo['content_type'] !== 'image/jpeg') {
    throw new HttpError(400, 'A logo is a png or jpeg image.')
  }
  if (Number(logo['size']) > MAX_LOGO_BYTES) throw new HttpError(400, 'A logo may have 1 MB at most.')
}

function checkFields({ name, handle, logo_image: logo }: RowInput<'organization'>): void {
  if (typeof name === 'string' && name.trim() === '') {
    throw new HttpError(400, 'It is necessary that each organization has a name that is not empty.')
  }
  if (typeof handle === 'string' && !/^[a-z0-9_]+$/.test(handle)) {
    throw new HttpError(400, 'Handles can only contain alphanumeric characters and underscores')
  }
  checkLogo(logo)
}

export const organizationRules: ResourceRules<'organization'> = {
  check: checkFields,

  create({ store, access }, values) {
    if (access.caller.kind !== 'user') throw unauthorized()
    const { name } = values
    if (typeof name !== 'string') return values
    return {
      is_enforcing_saml_login: false,
      is_using__billing_version: 'v2',
      ...values,
      handle: freeHandle(store, name),
    }
  },

  created({ store, access, now }, organization) {
    if (access.caller.kind !== 'user') return
    store.rows('organization_membership').insert({
      created_at: now,
      user: access.caller.user,
      is_member_of__organization: organization,
      organization_membership_role: roleNamed(store, 'organization_membership_role', 'administrator'),
    })
    const free = planWithCode(store, FREE_PLAN)
    if (free !== undefined) subscribe(store, organization, free, 'monthly', now)
  },

  /** Organizations with a plan that is not self-serve must contact sales. */
  remove({ store }, organization) {
    if (subscribed(store, organization)?.plan.selfServe === false) {
      throw new HttpError(400, 'The organization has a plan that is not sold online. Contact sales.')
    }
  },
}
