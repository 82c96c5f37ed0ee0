import * as z from 'zod/mini'
import { readDataFile } from '@/files/data-file.ts'
import { FileProblem } from '@/files/file-problem.ts'
import { worldFileProblem as problem } from '@/messages/control-panel/world-file.ts'
import { MAX_KILOBYTES } from '@/simulation/world-limits.ts'
import { checkReferences } from './world-references.ts'
import { worldShape, type WorldFile } from './world-schema.ts'

const worldFile = worldShape.check(({ value, issues }) =>
  checkReferences(value, (path, message) =>
    issues.push({ code: 'custom', input: value, path: [...path], message }),
  ),
)

/**
 * Parses an untrusted world file in YAML or JSON.
 * @throws FileProblem with the line and the reason
 */
export function readWorldFile(file: string, maxKilobytes = MAX_KILOBYTES): WorldFile {
  if (file.length > maxKilobytes * 1000) throw new FileProblem(null, problem.tooLong(maxKilobytes))
  return readDataFile(file, worldFile, { mostCharacters: maxKilobytes * 1000 })
}

/** The JSON schema of world files, for editors and other tools, and for the cloud. */
export const worldJsonSchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'World of Flotilla',
  ...z.toJSONSchema(worldFile, { io: 'input' }),
})
