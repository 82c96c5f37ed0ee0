import type { DeviceState, World } from '../../simulator/world.ts'

/** A state is built once for all the fields and expansions of one reply. */
const REMEMBERED_STATES = 256

export interface DeviceStates {
  of(index: number): DeviceState
  /** Must be called after each change; what time changes it notices itself. */
  forget(): void
}

export function createDeviceStates(world: World): DeviceStates {
  const remembered = new Map<number, DeviceState>()
  let rememberedAt = world.now()
  return {
    of(index) {
      // A log stream moves the world too, between two requests.
      if (world.now() !== rememberedAt) {
        remembered.clear()
        rememberedAt = world.now()
      }
      const known = remembered.get(index)
      if (known !== undefined) return known
      if (remembered.size >= REMEMBERED_STATES) remembered.clear()
      const state = world.device(index)
      remembered.set(index, state)
      return state
    },
    forget() {
      if (remembered.size > 0) remembered.clear()
    },
  }
}
