import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const BUILDS = join(import.meta.dirname, '../node_modules/@tanstack')
const PACKAGES = ['query-core', 'react-query'] as const
const IMPORT = /import\s*\{([^}]+)\}\s*from\s*["']@tanstack\/(?:react-query|query-core)["'];?/g

/** The file of each exported name, from the indexes of both packages. */
const files = new Map<string, string>(
  PACKAGES.flatMap((name) => {
    const folder = join(BUILDS, name, 'build/modern')
    const index = readFileSync(join(folder, 'index.js'), 'utf8')
    return [...index.matchAll(/import \{([^}]+)\} from "\.\/([^"]+)"/g)].flatMap(
      ([, names = '', file = '']) =>
        names.split(',').map((each) => [each.trim(), join(folder, file)] as const),
    )
  }),
)

/**
 * Imports each function of the query library from its own file, like `iconsByFile`: through the indexes of its packages, the first
 * script would contain what only a few pages use.
 */
export const queriesByFile: Plugin = {
  name: 'queries-by-file',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/.*\.tsx?$|\/@tanstack\/react-query\//, code: '@tanstack/' },
    handler: (code) =>
      code.replaceAll(IMPORT, (whole, names: string) => {
        const parts = names
          .split(',')
          .map((each) => each.trim())
          .filter((each) => each !== '')
          .map((each) => {
            const [name = '', local = name] = each.split(/\s+as\s+/)
            const file = files.get(name)
            return file && `import { ${name} as ${local} } from ${JSON.stringify(file)};`
          })
        // A name that is exported under another one stays as it is.
        return parts.includes(undefined) ? whole : parts.join('')
      }),
  },
}
