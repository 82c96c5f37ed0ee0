import { requireDevice, type StoredFile, type WorldState } from './world-state.ts'

const MAX_FILES = 256
const MAX_CHARACTERS = 65_536

/** Volumes of the services: they outlive containers, and purging deletes them. */
export const VOLUMES = '/mnt/data/docker/volumes/'

/** Folders of the host in memory: a reboot empties them. */
const VOLATILE = /^\/(?:tmp|run|var\/volatile|var\/run|dev\/shm)\//

/** Stores a file written by a user, or removes it with null. Throws when there is no space left. */
export function writeFile(
  state: WorldState,
  index: number,
  path: string,
  text: string | null,
  more: Partial<Omit<StoredFile, 'text'>> = {},
): void {
  requireDevice(state, index)
  const files = new Map(state.files.get(index))
  if (text === null) files.delete(path)
  else if ((files.size >= MAX_FILES && !files.has(path)) || text.length > MAX_CHARACTERS) {
    throw new Error('No space left on device')
  } else files.set(path, { text, at: state.now, ...more })
  if (files.size === 0) state.files.delete(index)
  else state.files.set(index, files)
}

/** Removes the files whose path fits. */
export function forgetFiles(state: WorldState, index: number, fits: (path: string) => boolean): void {
  for (const path of [...(state.files.get(index)?.keys() ?? [])]) {
    if (fits(path)) writeFile(state, index, path, null)
  }
}

/** Whether a reboot of the host deletes a file. */
export const isVolatile = (path: string): boolean => VOLATILE.test(path)
