import { readFileSync } from 'node:fs'
import { fileProblem } from '../mocks/hosts/file-problem.ts'

/** Reads a world file, with the rules of the dashboard. Throws with the line and the reason. */
export async function readWorldAt(path) {
  await import('./aliases.ts')
  const { readWorldFile } = await import('../src/simulation/world-file/world-file.ts')
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(fileProblem(error) ?? 'cannot be read.')
  }
  return readWorldFile(text)
}
