import { globSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packagesOfPage, servedByFile } from '../../scripts/packages-of-page.ts'
import config from '../../vite.config.ts'
import { read, root } from './files.ts'

let server: ViteDevServer

beforeAll(async () => {
  server = await createServer({
    ...config,
    root,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: null },
    // Nothing is bundled beforehand: only the modules are asked for.
    optimizeDeps: { noDiscovery: true, include: [], exclude: servedByFile },
  })
})
afterAll(() => server.close())

const sources = globSync('{src,mocks}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => /\.test\.tsx?$|\.d\.ts$/.test(name),
})

test('the development server makes every module that a plugin makes in a build', async () => {
  const virtual = sources.flatMap((file) =>
    [...read(file).matchAll(/(?:from|import\() ?'(virtual:[^']+)'/g)].map(([, name = '']) => ({
      file,
      name,
    })),
  )
  expect(virtual.map(({ name }) => name)).toContain('virtual:map-data')
  for (const { file, name } of virtual) {
    const found = await server.environments.client.pluginContainer.resolveId(name, join(root, file))
    expect(found?.id, `${name} in ${file}`).toBeDefined()
    const loaded = await server.environments.client.pluginContainer.load(found?.id ?? '')
    expect(loaded, `${name} in ${file}`).not.toBeNull()
  }
})

test('the packages that it bundles at its start exist, and are what the page, the worker and MSW import', async () => {
  const names = packagesOfPage()
  // One of the page, one that is loaded later, one of the worker, one that only a plugin's module imports, one by its path.
  for (const name of [
    'react-dom/client',
    'marked',
    '@balena/odata-parser',
    'msw/browser',
    'semver/functions/parse.js',
  ])
    expect(names).toContain(name)
  expect(names.filter((name) => /tabler|vitest|testing-library|^socket\.io$|\.css/.test(name))).toEqual([])
  for (const name of names)
    expect(
      await server.environments.client.pluginContainer.resolveId(name, join(root, 'src/main.tsx')),
      name,
    ).not.toBeNull()
})

test('it serves the icons one by one, and not the file with six thousand', async () => {
  const { code = '' } = (await server.transformRequest('/src/app/shell/Sidebar.tsx')) ?? {}
  expect(code).toMatch(/@tabler\/icons-react\/dist\/esm\/icons\/Icon\w+\.mjs/)
  expect(code).not.toMatch(/["'][^"']*@tabler\/icons-react(?:\.js)?["'?]/)
})
