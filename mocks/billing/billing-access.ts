import { unauthorized } from '../base/http-error.ts'
import type { RequestContext } from '../http/request-context.ts'

function organizationOf({ store, params }: RequestContext): number {
  const id = Number(params['orgId'])
  if (!Number.isInteger(id) || store.rows('organization').byId(id) < 0) throw unauthorized()
  return id
}

/** The organization of the path. Throws 401 with an empty body unless the caller may see its billing. */
export function payingOrganization(context: RequestContext): number {
  const id = organizationOf(context)
  if (!context.access.can('resin.organization.access_billing', { kind: 'organization', id }))
    throw unauthorized()
  return id
}

/** The organization of the path. Throws 401 with an empty body unless the caller is a member, or staff with access to everything. */
export function memberOrganization(context: RequestContext): number {
  const id = organizationOf(context)
  if (!context.access.organizations.has(id) && !context.access.seesAll) throw unauthorized()
  return id
}

/** Whether a value looks like an email address. */
export const isEmail = (value: unknown): boolean =>
  typeof value === 'string' && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value)
