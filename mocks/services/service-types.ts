import type { ServiceOperationId, serviceOperations } from '../../openapi/generated/operations.ts'
import type { Handler } from '../http/request-context.ts'

type Operation = (typeof serviceOperations)[number]

/** A handler for each operation that the contract has under a tag: one that is missing does not compile. */
export type ServiceHandlers<Tag extends Operation['tag']> = {
  [Id in Extract<Operation, { tag: Tag }>['id']]: Handler<Id>
}

/** A handler for each operation with a path of its own. */
export type AllServiceHandlers = { [Id in ServiceOperationId]: Handler<Id> }
