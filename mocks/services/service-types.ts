import type { ServiceOperationId, serviceOperations } from '../../openapi/generated/operations.ts'
import type { Handler } from '../http/request-context.ts'

type Operation = (typeof serviceOperations)[number]

/** A handler for each operation that the contract has under a tag: one that is missing does not compile. */
export type ServiceHandlers<Tag extends Operation['tag']> = HandlersOf<Extract<Operation, { tag: Tag }>['id']>

/** A handler for each operation with a path of its own. */
export type AllServiceHandlers = HandlersOf<ServiceOperationId>

// Spelt out, so that one handler may serve two operations that are alike.
type HandlersOf<Ids extends ServiceOperationId> = {
  [Id in Ids]: (...args: Parameters<Handler<Id>>) => ReturnType<Handler<Id>>
}
