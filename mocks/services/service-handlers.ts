import type { ServiceOperationId } from '../../openapi/generated/operations.ts'
import { firstHandlers } from './first-handlers.ts'
import type { AllServiceHandlers } from './service-types.ts'

let handlers: Partial<AllServiceHandlers> = firstHandlers

/** Loads the handlers that the first pages do not need. A load that failed is tried again when next asked for. */
export async function loadLaterHandlers(): Promise<void> {
  const { laterHandlers } = await import('./later-handlers.ts')
  handlers = { ...firstHandlers, ...laterHandlers }
}

/** Undefined until it is loaded. */
export const handlerOf = <Id extends ServiceOperationId>(id: Id): AllServiceHandlers[Id] | undefined =>
  handlers[id]
