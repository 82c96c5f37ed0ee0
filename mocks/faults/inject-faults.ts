import type { World } from '../../simulator/world/world.ts'
import type { Middleware } from '../http/middleware.ts'
import type { Faults } from './faults.ts'

/** Applies faults to requests and responses. Their code is loaded with the first of them. */
export const injectFaults =
  (faults: Faults, world: () => World): Middleware =>
  async ({ request, url }, next) => {
    const injection = () => (faults.has(() => true) ? import('./fault-injection.ts') : undefined)
    await (await injection())?.applyToRequest(faults, world(), request, url)
    const response = await next()
    // A fault may have been added meanwhile.
    return (await injection())?.applyToResponse(faults, request, url, response) ?? response
  }
