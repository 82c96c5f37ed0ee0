import type { WorldFile } from '../../openapi/generated/world-file.d.ts'

/** The world file in a message that anybody may have sent. Throws 400 when it is none; its rules are loaded with the first. */
export async function worldFileIn({ worldFile }: { worldFile?: unknown }): Promise<WorldFile | undefined> {
  if (worldFile === undefined) return undefined
  return (await import('./check-world-file.ts')).checkWorldFile(worldFile)
}
