import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import { isPlaceCode } from './places.ts'

/** Whether a world file has places by name, which need the gazetteer. */
export const namesTowns = ({ fleets = [] }: WorldFile): boolean =>
  fleets.some(({ places = [] }) => places.some((place) => typeof place === 'string' && !isPlaceCode(place)))

/** The world file with the places of its towns. Loads the gazetteer on demand. Throws 400 for an unknown town. */
export const placed = async (file: WorldFile): Promise<WorldFile> =>
  namesTowns(file) ? (await import('./world-towns.ts')).withTowns(file) : file

/** The world file in an untrusted message. Throws 400 when it is invalid. Loads the schema on demand. */
export async function worldFileIn({ worldFile }: { worldFile?: unknown }): Promise<WorldFile | undefined> {
  if (worldFile === undefined) return undefined
  return placed((await import('./check-world-file.ts')).checkWorldFile(worldFile))
}
