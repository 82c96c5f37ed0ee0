import type { WorldFile } from '../../openapi/generated/world-file.d.ts'

/** The world file in an untrusted message. Throws 400 when it is invalid. Loads the schema on demand. */
export async function worldFileIn({ worldFile }: { worldFile?: unknown }): Promise<WorldFile | undefined> {
  if (worldFile === undefined) return undefined
  return (await import('./check-world-file.ts')).checkWorldFile(worldFile)
}
