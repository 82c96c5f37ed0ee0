import type { Plugin } from 'vite'

/**
 * Imports each icon from its own file. Through the index of the package, every module with one icon would seem to need all icons
 * of the dashboard, and the first script of every page would contain them (about 110, 15 kB compressed). In development the index
 * would be a file of 4.5 MB.
 */
export const iconsByFile: Plugin = {
  name: 'icons-by-file',
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
