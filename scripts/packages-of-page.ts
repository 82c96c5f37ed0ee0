import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const IMPORT = /(?:^(?:import|export) (?!type )[^'"`;]*?from |^import |\bimport\()['"]([^'"\n]+)['"]/gm
/** Is imported by a module that a plugin makes, and by no file. */
const BY_PLUGINS = ['msw/browser']
/** Served file by file, so that the two hundred icons in use are loaded, and not six thousand. */
export const servedByFile = ['@tabler/icons-react']

const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')

/**
 * The entries of packages that the dashboard and the mock cloud import, for the development server: it bundles them at once instead
 * of reading all sources first, and finds none later, which would reload the page.
 */
export function packagesOfPage(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const files = globSync('{src,mocks,simulator,openapi}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => /\.test\.tsx?$|\.d\.ts$/.test(name),
  })
  const imported = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(([, name = '']) => name),
  )
  return [...new Set([...imported, ...BY_PLUGINS])]
    .filter((name) => Object.hasOwn(dependencies, packageOf(name)))
    .filter((name) => !servedByFile.includes(name) && !/\.css$|\?/.test(name))
    .sort()
}
