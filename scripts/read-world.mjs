import { readFileSync } from 'node:fs'

/** Reads a world file, with the rules of the dashboard. Throws with the line and the reason. */
export async function readWorldAt(path) {
  await import('./aliases.ts')
  const { readWorldFile } = await import('../src/simulation/world-file/world-file.ts')
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(error.code === 'ENOENT' ? 'there is no such file.' : `cannot be read (${error.code}).`)
  }
  return readWorldFile(text)
}
