import { requireDevice, type StoredFile, type WorldState } from './world-state.ts'

const MAX_FILES = 256
const MAX_CHARACTERS = 65_536

/** Volumes outlive containers. */
const VOLUMES = '/mnt/data/docker/volumes/'

/** Removes what services of a fleet keep in their volume; volumes that users made stay. */
export function purgeVolumes(state: WorldState, index: number, fleetId: number): void {
  forgetFiles(state, index, (path) => path.startsWith(`${VOLUMES}${fleetId}_data/`))
}

const CONTAINER = /^\/mnt\/data\/docker\/containers\/([0-9a-f]{64})\/config\.v2\.json$/

/** A container of a user that is removed when it ends, and its volumes without a name. */
interface Passing {
  isRemovedAtEnd?: unknown
  isRunning?: unknown
  mounts?: readonly { name?: unknown }[]
}

/** Removes the containers that users started with `--rm`, which a boot has ended, with what they wrote. */
export function removeEndedContainers(state: WorldState, index: number): void {
  const files = [...(state.files.get(index) ?? [])]
  for (const [path, { text }] of files) {
    const id = CONTAINER.exec(path)?.[1]
    if (id === undefined) continue
    const container = parsed(text)
    if (container?.isRemovedAtEnd !== true || container.isRunning !== true) continue
    const unnamed = (Array.isArray(container.mounts) ? container.mounts : []).flatMap(({ name }) =>
      typeof name === 'string' && /^[0-9a-f]{64}$/.test(name) ? [`${VOLUMES}${name}/`] : [],
    )
    forgetFiles(
      state,
      index,
      (it) => it === path || it.startsWith(`${id}:`) || unnamed.some((folder) => it.startsWith(folder)),
    )
  }
}

function parsed(text: string): Passing | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

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
