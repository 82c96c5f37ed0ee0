import { unauthorized } from '../odata/http-error.ts'
import type { RequestContext } from '../http/request-context.ts'

function organizationOf({ store, params }: RequestContext): number {
  const id = Number(params['orgId'])
  if (!Number.isInteger(id) || store.rows('organization').byId(id) < 0) throw unauthorized()
  return id
}

/** The organization of the path, for those who may see its billing. Throws 401 empty for everybody else. */
export function payingOrganization(context: RequestContext): number {
  const id = organizationOf(context)
  if (!context.access.can('resin.organization.access_billing', { kind: 'organization', id }))
    throw unauthorized()
  return id
}

/** The organization of the path, for its members and for staff who see everything. Throws 401 empty for others. */
export function memberOrganization(context: RequestContext): number {
  const id = organizationOf(context)
  if (!context.access.organizations.has(id) && !context.access.seesAll) throw unauthorized()
  return id
}

/** The form of an e-mail address, as far as it can be told without sending to it. */
export const isEmail = (value: unknown): boolean =>
  typeof value === 'string' && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value)
