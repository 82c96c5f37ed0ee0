import type { ResourceName } from '../../openapi/generated/model.ts'
import type { Rows } from '../../openapi/generated/rows.d.ts'

/** Fields that are computed from the others of their row, and not stored. */
export const COMPUTED = {
  organization: ['is_frozen', 'has_past_due_invoice_since__date'],
  organization_membership: ['effective_seat_role'],
  release: ['semver', 'raw_version', 'version', 'is_final'],
} as const satisfies { readonly [Resource in ResourceName]?: readonly (keyof Rows[Resource])[] }

type Computed<Resource extends ResourceName> = Resource extends keyof typeof COMPUTED
  ? (typeof COMPUTED)[Resource][number]
  : never

/** Texts of a request are not yet checked against the choices of their field. */
type Unchecked<Value> = Value extends string ? string : Value

/** Some fields of a row, as a request gives them: relations as ids, dates in milliseconds. */
export type RowInput<Resource extends ResourceName> = {
  [Field in keyof Rows[Resource]]?: Unchecked<Rows[Resource][Field]>
}

/** A row of a resource as it is stored: the fields of the contract, with relations as ids and dates in milliseconds. */
export type StoredRow<Resource extends ResourceName> = Resource extends ResourceName
  ? { readonly [Field in Exclude<keyof Rows[Resource], Computed<Resource>>]: Rows[Resource][Field] }
  : never
