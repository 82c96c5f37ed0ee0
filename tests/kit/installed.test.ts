// Tests the package as users have it: packed, installed with npm into an empty folder, and used as documented.

import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { launchOptions } from '../../scripts/browser.ts'
import { buildIfStale, dist } from '../../scripts/build.ts'
import { packKit, writeKit } from '../../scripts/kit.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'flotilla-elsewhere-'))
const guide = readFileSync(join(root, 'docs/kit.md'), 'utf8')
const { dependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Record<'dependencies' | 'devDependencies', Record<string, string>>

/** Packages that a project has besides the package, in the versions tested here. */
const BESIDE = ['vitest', 'balena-sdk', '@playwright/test', '@axe-core/playwright', 'msw', '@types/node']
/** Has the version of Vitest. */
const VITEST_BROWSER = `@vitest/browser-playwright@${devDependencies['vitest'] ?? ''}`
const COMPILER = devDependencies['@typescript/native']?.replace('npm:', '') ?? ''

/** The examples in the guide that have a file name. */
const examples = new Map(
  [...guide.matchAll(/^```\w+ ([\w./-]+)\n([^]*?)^```$/gm)].map(([, path = '', text = '']) => [path, text]),
)

const put = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** The environment of another user's terminal, without variables of the test runner. */
const env = Object.fromEntries(
  Object.entries({ ...process.env, NO_COLOR: '1' }).filter(
    ([name]) =>
      !/^(?:VITEST|FLOTILLA_|FORCE_COLOR|NODE_(?:ENV|OPTIONS)$|npm_(?:lifecycle|package)|(?:TEST|MODE|DEV|PROD|SSR|BASE_URL)$)/.test(
        name,
      ),
  ),
)

function run(command: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const options = {
      cwd: folder,
      env,
      shell: command.startsWith('np') && process.platform === 'win32',
      maxBuffer: 2 ** 26,
    }
    execFile(command, args, options, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : 1
      resolve({ code, output: `${stdout}${stderr}` })
    })
  })
}
const node = (script: string, ...args: string[]) =>
  run(process.execPath, [join('node_modules', script), ...args])

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((closed) => void probe.close(closed))
  return typeof address === 'object' && address !== null ? address.port : 0
}

beforeAll(async () => {
  await buildIfStale()
  const written = join(folder, 'written')
  await writeKit(written, dist)
  const tarball = join(folder, packKit(written, folder))
  rmSync(written, { recursive: true })
  // As the guide says, in an empty folder.
  for (const command of ['npm init -y', 'npm pkg set type=module']) {
    expect(guide).toContain(command)
    const [program = '', ...args] = command.split(' ')
    const { code, output } = await run(program, args)
    expect(code, output).toBe(0)
  }
  const packages = BESIDE.map((name) => `${name}@${devDependencies[name] ?? dependencies[name] ?? ''}`)
  const { code, output } = await run('npm', [
    'install',
    '--prefer-offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    // Fails fast without a registry.
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
    tarball,
    ...packages,
    VITEST_BROWSER,
    COMPILER,
  ])
  if (code !== 0)
    throw new Error(`npm could not install the package. This test needs the npm registry.\n${output}`)
  const port = String(await freePort())
  for (const [path, text] of examples) put(path, text.replaceAll('4300', port))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the package is public, named and versioned, and has few dependencies [KIT-001]', () => {
  const installed: unknown = JSON.parse(
    readFileSync(join(folder, 'node_modules/flotilla/package.json'), 'utf8'),
  )
  expect(installed).toMatchObject({
    name: 'flotilla',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    license: 'MIT',
    bin: { flotilla: expect.any(String) },
  })
  expect(installed).not.toHaveProperty('private')
  expect(installed).not.toHaveProperty('scripts')
  expect(installed).not.toHaveProperty('optionalDependencies')
  expect(Object.keys((installed as { dependencies: object }).dependencies)).toEqual([
    '@cfworker/json-schema',
    '@noble/hashes',
    'semver',
    'socket.io',
    'yaml',
  ])
})

/** What came to JavaScript after Node 20.19, which the package supports (`engines`). */
const TOO_NEW =
  /Promise\.withResolvers|Promise\.try\(|(?:Map|Object)\.groupBy|Array\.fromAsync|RegExp\.escape|\.isSubsetOf\(|import\.meta\.main\b/

test('the package calls nothing that its oldest Node lacks [KIT-001]', () => {
  const lib = join(folder, 'node_modules/flotilla/lib')
  const found = readdirSync(lib)
    .filter((name) => name.endsWith('.js'))
    .filter((name) => TOO_NEW.test(readFileSync(join(lib, name), 'utf8')))
  expect(found).toEqual([])
})

test('the examples for Vitest, MSW and the contract pass as printed in the guide [KIT-002, KIT-003, KIT-005]', async () => {
  const { code, output } = await node('vitest/vitest.mjs', 'run')
  expect(output).toMatch(/Tests +6 passed/)
  expect(code, output).toBe(0)
})

test('the fixtures test the page of another project: devices, network failure, clock, accessibility [KIT-004]', async () => {
  put(
    'here.config.ts',
    `import config from './playwright.config.ts'
export default { ...config, use: { ...config.use, launchOptions: ${JSON.stringify(launchOptions())} } }
`,
  )
  // The check is effective: a button without a name fails.
  put(
    'e2e/refused.e2e.ts',
    `import { expect, test } from 'flotilla/playwright'

test('a button without a name', async ({ page, expectAccessible }) => {
  await page.setContent('<html lang="en"><title>Page</title><main><button></button></main></html>')
  await expect(expectAccessible()).rejects.toThrow('button-name')
  await expectAccessible({ exclude: ['button'] })
})
`,
  )
  const { code, output } = await node(
    '@playwright/test/cli.js',
    'test',
    '--config=here.config.ts',
    '--reporter=line',
  )
  expect(output).toContain('5 passed')
  expect(code, output).toBe(0)
})

test('the recipes for browsers work as printed: Vitest in a browser, and the preview of Storybook with a story', async () => {
  expect(guide).toContain('`npx msw init public --save`')
  expect((await node('msw/cli/index.js', 'init', 'public', '--save')).code).toBe(0)
  put(
    'here.browser.config.ts',
    `import { playwright } from '@vitest/browser-playwright'
import config from './vitest.browser.config.ts'

const provider = playwright({ launchOptions: ${JSON.stringify(launchOptions())} })
export default { ...config, test: { ...config.test, browser: { ...config.test?.browser, provider } } }
`,
  )
  // As Storybook does: once beforeAll, and for each story its loaders and then its function.
  put(
    'browser/storybook.ts',
    `import { expect, test, vi } from 'vitest'
import preview from '../.storybook/preview.ts'
import { ReleaseGoneWrong as story } from '../stories/devices.stories.ts'

test('a story has the world of its parameters', async () => {
  await preview.beforeAll()
  for (const [flotilla, shown] of [[story.parameters.flotilla, /^2472 devices$/], [{ scenario: 'empty-account' }, /^0 devices$/]] as const) {
    const [loaded] = await Promise.all(preview.loaders.map((load) => load({ parameters: { flotilla } })))
    const text = story.render({}, { loaded: loaded! })
    await vi.waitFor(() => expect(text.textContent).toMatch(shown), 5000)
  }
})
`,
  )
  const { code, output } = await node('vitest/vitest.mjs', 'run', '--config=here.browser.config.ts')
  expect(output).toMatch(/Tests +2 passed/)
  expect(code, output).toBe(0)
})

test('the workflow for GitHub Actions is valid, and its last step runs the tests with a cloud', async () => {
  const workflow: unknown = parse(examples.get('.github/workflows/test.yml') ?? '')
  const { jobs } = workflow as { jobs: { test: { steps: { run?: string }[] } } }
  const [program = '', ...args] = (jobs.test.steps.at(-1)?.run ?? '').split(' ')
  put(
    'see.js',
    'const { scenario } = await (await fetch(`${process.env.FLOTILLA_URL}/__flotilla/state`)).json()\nconsole.log(`in ${scenario}`)\n',
  )
  await run('npm', ['pkg', 'set', 'scripts.test=node see.js'])
  const { code, output } = await run(program, args)
  expect(output).toContain('in bad-release')
  expect(code, output).toBe(0)
})

test('the examples compile in strict mode, including the declarations of the package [KIT-006]', async () => {
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    noEmit: true,
    allowImportingTsExtensions: true,
  }
  put(
    'tsconfig.json',
    JSON.stringify({ compilerOptions, include: ['*.ts', 'e2e', 'browser', '.storybook', 'stories'] }),
  )
  expect(await node('typescript/bin/tsc')).toEqual({ code: 0, output: '' })
})

test('the commands exist, and the platform responds over HTTP [KIT-007]', async () => {
  for (const name of ['start', 'cloud', 'exec', 'drive', 'drift', 'rollout', 'capture']) {
    const { code, output } = await node('flotilla/lib/cli.js', name, '--help')
    expect(output).toContain(`flotilla ${name}`)
    expect(output, name).not.toContain('npm run')
    expect([name, code]).toEqual([name, 0])
  }
  expect(await node('flotilla/lib/cli.js', 'stop')).toMatchObject({
    code: 2,
    output: expect.stringContaining('no command "stop"'),
  })

  const started = (name: string, ...args: string[]) => {
    const child = spawn(process.execPath, [join(folder, 'node_modules/flotilla/lib/cli.js'), name, ...args], {
      env,
    })
    return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
  }
  const cloud = started('cloud', '--port', '0')
  const [, url = ''] = /^cloud ready (\S+)$/.exec(String((await cloud.lines.next()).value)) ?? []
  const dashboard = started('start', '--port', '0', '--live', url)
  const [, page = ''] = /ready at (\S+)$/.exec(String((await dashboard.lines.next()).value)) ?? []
  try {
    expect((await fetch(`${url}/ping`)).status).toBe(200)
    expect(await (await fetch(`${page}config.json`)).json()).toEqual({ mode: 'live', apiUrl: url })
    expect(await (await fetch(`${page}fleets`)).text()).toContain('<div id="root">')
  } finally {
    for (const { child } of [cloud, dashboard]) {
      child.kill()
      await once(child, 'exit')
    }
  }
})

/** Whether Python is installed, which the package does not need. */
const python = spawnSync('python3', ['--version']).status === 0

test.skipIf(!python)('a client in Python works with a cloud of its own, as in the guide', async () => {
  expect(await node('flotilla/lib/cli.js', 'exec', '--', 'python3', 'client.py')).toEqual({
    code: 0,
    output: '126 devices\n',
  })
})

test('npm pack in the folder of the project refuses, and names the command that makes the package', async () => {
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile('npm', ['pack', '--dry-run'], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, output: `${stdout}${stderr}` }),
    )
  })
  expect(output).toContain('"npm run release" makes the package')
  expect(code).toBe(1)
})

test('the package has its guide, changelog and licences on top', () => {
  const has = (path: string) => existsSync(join(folder, 'node_modules/flotilla', path))
  for (const path of ['README.md', 'CHANGELOG.md', 'LICENSE', 'lib/licenses.md'])
    expect(has(path), path).toBe(true)
})
