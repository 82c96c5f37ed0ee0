import type { World } from '../../simulator/world/world.ts'
import type { Middleware } from '../http/middleware.ts'
import type { Faults } from './faults.ts'
import { isStream } from './is-stream.ts'

/** Applies faults to requests and responses. Their code is loaded with the first of them. */
export const injectFaults =
  (faults: Faults, world: () => World): Middleware =>
  async ({ request, url }, next) => {
    const load = () => import('./fault-injection.ts')
    const hasFaults = () => faults.has(() => true)
    if (hasFaults()) await (await load()).applyToRequest(faults, world(), request, url)
    const response = await next()
    // A fault may have been added meanwhile, and a later one interrupts a stream that is open.
    if (!hasFaults() && !isStream(response)) return response
    return (await load()).applyToResponse(faults, request, url, response)
  }
