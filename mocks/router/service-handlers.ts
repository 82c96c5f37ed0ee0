import type { ServiceOperationId } from '../../openapi/generated/operations.ts'
import type { AllServiceHandlers } from '../http/service-types.ts'
import { firstHandlers } from './first-handlers.ts'

let handlers: Partial<AllServiceHandlers> = firstHandlers

/** Loads the handlers that the first requests do not need. After a failed load, the next call tries again. */
export async function loadLaterHandlers(): Promise<void> {
  const { laterHandlers } = await import('./later-handlers.ts')
  handlers = { ...firstHandlers, ...laterHandlers }
}

/** undefined until the handler is loaded. */
export const serviceHandler = <Id extends ServiceOperationId>(id: Id): AllServiceHandlers[Id] | undefined =>
  handlers[id]
