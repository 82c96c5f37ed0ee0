import { openDB } from 'idb'
import type { DBSchema } from 'idb'
import type { PersistedSnapshot, PersistedWorld, WorldStore } from './world-persistence.ts'

interface WorldSchema extends DBSchema {
  worlds: { key: string; value: PersistedWorld }
  moments: { key: string; value: PersistedSnapshot }
}

const CURRENT = 'current'

/** Stores one world in this origin's IndexedDB, per path of the dashboard. Rejects if the browser has none, as in some private windows. */
export async function openWorldDatabase(base: string): Promise<WorldStore> {
  const database = await openDB<WorldSchema>(base === '/' ? 'flotilla-world' : `flotilla-world ${base}`, 1, {
    upgrade(empty) {
      empty.createObjectStore('worlds')
      empty.createObjectStore('moments')
    },
  })

  return {
    async load() {
      const reading = database.transaction(['worlds', 'moments'])
      const world = await reading.objectStore('worlds').get(CURRENT)
      const moment = await reading.objectStore('moments').get(CURRENT)
      return world && moment ? { world, moment } : null
    },
    async save(world, moment) {
      const writing = database.transaction(['worlds', 'moments'], 'readwrite')
      await Promise.all([
        writing.objectStore('worlds').put(world, CURRENT),
        writing.objectStore('moments').put(moment, CURRENT),
        writing.done,
      ])
    },
    async saveState(moment) {
      await database.put('moments', moment, CURRENT)
    },
    async clear() {
      const clearing = database.transaction(['worlds', 'moments'], 'readwrite')
      await Promise.all([
        clearing.objectStore('worlds').clear(),
        clearing.objectStore('moments').clear(),
        clearing.done,
      ])
    },
  }
}
