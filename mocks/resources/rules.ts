import type { Access } from '../access/access.ts'
import type { Store } from '../store/store.ts'
import type { Values } from '../store/table.ts'
import type { JsonObject } from '../http/request-context.ts'

/** What a rule may look at. */
export interface RuleContext {
  readonly store: Store
  readonly access: Access
  /** Simulated milliseconds. */
  readonly now: number
  /** Real milliseconds, for the age of a log-in. */
  readonly realNow: number
  /** Where this cloud is reached, for addresses that it gives out. */
  readonly origin: string
  /** The body as it came, with fields that are not in the model. */
  readonly body: JsonObject
  /** All rows that the same request changes or deletes, or that a new row takes the place of. */
  readonly rows: readonly number[]
}

/**
 * What is special about a resource. `create`, `update` and `remove` complete the values and refuse what breaks a rule,
 * for every row and before anything is written; the others run when nothing can be refused any more.
 */
export interface ResourceRules {
  /** Keys of the body that come as text where the model has a relation; `create` finds what they name. */
  named?: readonly string[]
  /** Keys of a change that are no field of the model: they make something happen, in `updated`. */
  triggers?: readonly string[]
  /** The platform adds to every change by itself, so that none is empty. */
  completes?: boolean
  /** Refuses what no row may be given, also when a change matches no row. */
  check?(values: Values): void
  create?(context: RuleContext, values: Values): Values
  created?(context: RuleContext, handle: number): void
  update?(context: RuleContext, handle: number, changes: Values): Values
  /** What is stored of a change, when it is more than what was planned. */
  updating?(context: RuleContext, handle: number, changes: Values): Values
  updated?(context: RuleContext, handle: number, changes: Values): void
  /** Refuses what must not be deleted. */
  remove?(context: RuleContext, handle: number): void
  /** Takes along what goes with a row, before it goes itself. */
  removing?(context: RuleContext, handle: number): void
  /** Replaces the ordinary insertion, for rows that are not stored. */
  insert?(context: RuleContext, values: Values): number
  /** The ordinary permission does not apply: this decides. */
  mayCreate?(context: RuleContext, values: Values): boolean
  /** true: allowed whatever the ordinary permission says. */
  mayRemove?(context: RuleContext, handle: number): boolean
  /** When a delete matches nothing; `hasKey` when the URL names one row. */
  nothingToRemove?(hasKey: boolean): void
}
