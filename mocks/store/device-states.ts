import type { DeviceState, World } from '../../simulator/world/world.ts'

/** Caches states, because the fields and expansions of a response read the same state many times. */
const CACHE_SIZE = 256

export interface DeviceStates {
  of(index: number): DeviceState
}

export function createDeviceStates(world: World): DeviceStates {
  const cache = new Map<number, DeviceState>()
  let cachedAt = world.now()
  let cachedEdits = world.edits
  return {
    of(index) {
      // Log streams also advance the world, between two requests.
      if (world.now() !== cachedAt || world.edits !== cachedEdits) {
        cache.clear()
        cachedAt = world.now()
        cachedEdits = world.edits
      }
      const known = cache.get(index)
      if (known !== undefined) return known
      if (cache.size >= CACHE_SIZE) cache.clear()
      const state = world.device(index)
      cache.set(index, state)
      return state
    },
  }
}
