import { openDB } from 'idb'
import type { DBSchema } from 'idb'
import type { PersistedProgress, PersistedWorld, WorldStore } from './world-persistence.ts'

/** Keeps the names of the first version: builds before this one read the same database, for the key that signs sessions. */
interface StoredProgress extends Omit<PersistedProgress, 'record'> {
  course: PersistedProgress['record']
}

interface WorldSchema extends DBSchema {
  worlds: { key: string; value: PersistedWorld }
  moments: { key: string; value: StoredProgress }
}

const toStored = ({ record, ...same }: PersistedProgress): StoredProgress => ({ ...same, course: record })
const fromStored = ({ course, ...same }: StoredProgress): PersistedProgress => ({ ...same, record: course })

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
      const progress = await reading.objectStore('moments').get(CURRENT)
      return world && progress ? { world, progress: fromStored(progress) } : null
    },
    async save(world, progress) {
      const writing = database.transaction(['worlds', 'moments'], 'readwrite')
      await Promise.all([
        writing.objectStore('worlds').put(world, CURRENT),
        writing.objectStore('moments').put(toStored(progress), CURRENT),
        writing.done,
      ])
    },
    async saveProgress(progress) {
      await database.put('moments', toStored(progress), CURRENT)
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
