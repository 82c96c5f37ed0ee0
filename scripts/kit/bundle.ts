import { isBuiltin } from 'node:module'
import { join, parse } from 'node:path'
import { build } from 'vite'
import type { Plugin } from 'vite'
import { largeTowns } from '../large-towns.ts'
import { narrowFaker, parserWithoutEval } from '../mended-packages.ts'
import { townData } from '../town-data.ts'

const root = join(import.meta.dirname, '../..')
const at = (path: string) => join(root, path)

/** The name of a command in the installed package. */
const asInstalled: Plugin = {
  name: 'as-installed',
  transform: {
    filter: { id: /\/(?:scripts|mocks\/hosts)\/.*\.ts$/ },
    handler: (code) =>
      code
        .replaceAll(/npm run (cloud|exec|drive|drift|rollout|capture)( --)?/g, 'flotilla $1')
        .replaceAll(/npm start( --)?/g, 'flotilla start'),
  },
}

/** A bundle contains what the dashboard's engine imports, so it needs no resolve hooks. */
const withoutHooks: Plugin = {
  name: 'without-hooks',
  load: { filter: { id: /\/scripts\/aliases\.ts$/ }, handler: () => 'export {}' },
}

const ENTRIES = ['cloud', 'msw', 'playwright', 'contract', 'cli'].map((name) => `kit/${name}.ts`)
const COMMANDS = [
  'start.ts',
  'cloud.mjs',
  'exec.mjs',
  'drive.ts',
  'drift.ts',
  'rollout.ts',
  'capture.ts',
].map((name) => `scripts/${name}`)

/** Inputs by the name of the output file. */
const inputs = new Map([
  ...ENTRIES.map((path): [string, string] => [parse(path).name, at(path)]),
  ...COMMANDS.map((path): [string, string] => [`command-${parse(path).name}`, at(path)]),
])

/** Bundles the entries of the package for Node and browsers. Returns the packages they import. */
export async function bundleKit(folder: string): Promise<string[]> {
  const built = await build({
    root,
    publicDir: false,
    configFile: false,
    logLevel: 'error',
    plugins: [asInstalled, largeTowns, narrowFaker, parserWithoutEval, townData, withoutHooks],
    resolve: {
      alias: [
        { find: '@', replacement: at('src') },
        { find: /^\.\/build\.ts$/, replacement: at('scripts/kit/built.ts') },
      ],
    },
    // Bundled: large packages of which little is used, small ones, and patched ones. All others are dependencies.
    ssr: {
      noExternal: [
        '@balena/odata-parser',
        '@faker-js/faker',
        'city-timezones',
        'openapi-fetch',
        'pinejs-client-core',
        'zod',
      ],
    },
    build: {
      ssr: true,
      license: { fileName: 'licenses.md' },
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(inputs),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          banner: ({ name }) => (name === 'cli' ? '#!/usr/bin/env node' : ''),
        },
      },
    },
  })
  const outputs = Array.isArray(built)
    ? built.flatMap(({ output }) => output)
    : 'output' in built
      ? built.output
      : []
  const imported = outputs.flatMap((file) =>
    file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : [],
  )
  const own = new Set(outputs.map(({ fileName }) => fileName))
  const names = imported
    .filter((name) => !own.has(name) && !isBuiltin(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  return [...new Set(names)].toSorted()
}
