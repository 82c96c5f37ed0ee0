import type { ResourceName } from '../../openapi/generated/model.ts'
import type { Access } from '../access/access.ts'
import type { Store } from '../store/store.ts'
import type { RowInput } from '../store/stored-row.ts'
import type { Values } from '../store/table.ts'
import type { JsonObject } from './request-context.ts'

export interface RuleContext {
  readonly store: Store
  readonly access: Access
  /** Simulated milliseconds. */
  readonly now: number
  /** Real milliseconds, for the age of a sign-in. */
  readonly realNow: number
  /** The base URL of this cloud, for generated URLs. */
  readonly origin: string
  /** The registry for new images. */
  readonly registry: string
  /** The request body, including fields that are not in the model. */
  readonly body: JsonObject
  /** All rows changed or deleted by the same request, or replaced by a new row. */
  readonly rows: readonly number[]
}

/** The values of a new row: fields that the request does not have are null. */
export type Completed<Input> = { [Field in keyof Input]: Input[Field] | null }

/**
 * Special rules of a resource. `create`, `update` and `remove` complete the values and reject invalid requests, for all
 * rows before anything is written; the others run afterwards and cannot fail.
 */
export interface RulesFor<Input extends object> {
  /** Keys of the body that are texts for a relation of the model; `create` resolves them. */
  named?: readonly string[]
  /** Keys of a change that are not fields of the model but trigger an action in `updated`. */
  triggers?: readonly string[]
  /** Fields without a column, which in a change are like unknown ones. */
  computed?: readonly string[]
  /** Fields that the platform adds to every change. */
  completes?: boolean
  /** Rejects invalid values, also when a change matches no row. */
  check?(values: Input): void
  create?(context: RuleContext, values: Input): Input
  created?(context: RuleContext, handle: number): void
  update?(context: RuleContext, handle: number, changes: Input): Input
  /** Returns the fields of a change to store. */
  updating?(context: RuleContext, handle: number, changes: Input): Input
  updated?(context: RuleContext, handle: number, changes: Input): void
  /** Rejects deletions that are not allowed. */
  remove?(context: RuleContext, handle: number): void
  /** Deletes dependent rows before the row itself. */
  removing?(context: RuleContext, handle: number): void
  /** Replaces the default insertion, for rows that are not stored. */
  insert?(context: RuleContext, values: Completed<Input>): number
  /** Replaces the default permission check. */
  mayCreate?(context: RuleContext, values: Input): boolean
  /** true: allowed regardless of the default permission. */
  mayRemove?(context: RuleContext, handle: number): boolean
  /** Called when a delete matches nothing; `hasKey` when the URL has a key. */
  nothingToRemove?(hasKey: boolean): void
}

/** The rules of one resource, whose values have the types of its fields in the contract. */
export type ResourceRules<Resource extends ResourceName> = RulesFor<RuleInput<Resource>>

type Invite = 'application_invite' | 'organization_invite'

/** Until an invite is inserted, its invitee is an email address. */
export type RuleInput<Resource extends ResourceName> = Resource extends Invite
  ? Omit<RowInput<Resource>, 'invitee'> & { invitee?: string | number }
  : RowInput<Resource>

/** The rules of any resource, for what handles them all alike. */
export type AnyResourceRules = RulesFor<Values>
