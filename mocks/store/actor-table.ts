import type { World } from '../../simulator/world/world.ts'
import { deviceActorId, deviceOfActor } from './actors.ts'
import type { MemoryTable } from './memory-table.ts'
import type { Reader, Table } from './table.ts'

/** `actor`: stored rows for users and applications, and derived rows for devices. */
export function createActorTable(world: World, stored: MemoryTable<'actor'>): Table {
  const table: Table = stored
  function reader(field: string): Reader {
    if (field === 'id') return (handle) => handle
    const read = table.reader(field)
    if (field !== 'created_at' && field !== 'modified_at') return read
    const createdAt = world.column('createdAt')
    return (handle) => {
      const device = deviceOfActor(handle)
      return device === undefined ? read(handle) : createdAt(world.indexOfId(device))
    }
  }
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
    // Devices are not stored rows.
    count: () => undefined,
    reader,
  }
}
