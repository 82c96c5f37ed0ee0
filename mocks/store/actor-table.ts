import type { World } from '../../simulator/world.ts'
import { deviceActorId, deviceOfActor } from './actors.ts'
import type { MemoryTable } from './memory-table.ts'
import type { Table } from './table.ts'

/** `actor`: rows for people and applications, and one that follows from each device. */
export function createActorTable(world: World, stored: MemoryTable): Table {
  return {
    ...stored,
    get size() {
      return stored.size + world.size
    },
    *handles() {
      yield* stored.handles()
      for (let index = 0; index < world.size; index++) if (world.exists(index)) yield deviceActorId(index + 1)
    },
    byId(id) {
      const device = deviceOfActor(id)
      if (device === undefined) return stored.byId(id)
      return world.indexOfId(device) < 0 ? -1 : id
    },
    // The stored rows are not all of them.
    count: () => undefined,
    reader: (field) => (field === 'id' ? (handle) => handle : () => null),
  }
}
