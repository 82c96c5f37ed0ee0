import type { Plugin } from 'vite'

/**
 * Each icon from its own file. Imported through the package's index, every module that shows one icon would seem to need all
 * that are shown anywhere, and the first script of every page would hold them (some 110, 15 kB packed).
 */
export const iconsByFile: Plugin = {
  name: 'icons-by-file',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/.*\.tsx?$/, code: '@tabler/icons-react' },
    handler: (code) =>
      code.replaceAll(/import \{([^}]+)\} from ["']@tabler\/icons-react["'];?/g, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => {
            const [icon = '', local = icon] = name.split(/\s+as\s+/)
            return `import ${local} from '@tabler/icons-react/dist/esm/icons/${icon}.mjs';`
          })
          .join(''),
      ),
  },
}
