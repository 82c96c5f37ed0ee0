import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** The top-level folders with source files. */
export const folders = [
  'bench',
  'e2e',
  'kit',
  'mocks',
  'openapi',
  'scripts',
  'simulator',
  'src',
  'tests',
] as const

export const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Paths of the files below a top-level folder, relative to the root and with forward slashes; without generated files. */
export function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !path.startsWith('openapi/generated/') && !path.includes('/node_modules/'))
    .sort()
}

export const isCode = (path: string) => /\.(ts|tsx|mjs|cjs)$/.test(path)
export const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path)
