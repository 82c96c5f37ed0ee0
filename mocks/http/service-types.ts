import type { ServiceOperationId, serviceOperations } from '../../openapi/generated/operations.ts'
import type { Handler } from './request-context.ts'

type Operation = (typeof serviceOperations)[number]

/** A handler for each operation with this tag in the contract. */
export type ServiceHandlers<Tag extends Operation['tag']> = HandlersOf<Extract<Operation, { tag: Tag }>['id']>

/** A handler for each operation with a path of its own. */
export type AllServiceHandlers = HandlersOf<ServiceOperationId>

// Not just `Handler<Id>`, so that one handler can serve two similar operations.
type HandlersOf<Ids extends ServiceOperationId> = {
  [Id in Ids]: (...args: Parameters<Handler<Id>>) => ReturnType<Handler<Id>>
}
