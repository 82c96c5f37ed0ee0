import { execFile } from 'node:child_process'
import { existsSync, globSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { demoAccounts, demoPassword, demoScenarios } from '../../scripts/print-accounts.ts'
import { liveKeys, readConfig } from '../../src/config.ts'
import { parseQuery } from '../../src/domain/device/query/parse-query.ts'
import { folders, read, root } from './files.ts'

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const pages = globSync(['*.md', 'docs/**/*.md', `{${folders.join(',')}}/**/README.md`], {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
}).map((path) => path.replaceAll('\\', '/'))
/** What is said of the past stays as it was. */
const current = pages.filter((path) => path !== 'CHANGELOG.md')

test('the README fits on a few screens', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150)
})

test('the list of scripts and package.json name the same scripts', () => {
  const listed = [...read('docs/scripts.md').matchAll(/^\| `npm (?:run )?([a-z-]+)`/gm)].map(
    ([, name]) => name,
  )
  const offered = Object.keys(scripts).filter((name) => !/^(pre|post)(start|test|pack)$/.test(name))
  expect(listed.sort()).toEqual(offered.sort())
})

test('each script file belongs to one kind of npm script: two of the same name would overwrite each other', () => {
  const table = read('scripts/README.md')
  for (const [name, command] of Object.entries(scripts)) {
    const [, file] = /run\.mjs scripts\/([\w-]+\.\w+)/.exec(command) ?? []
    if (file === undefined || /^(?:pre|post)/.test(name)) continue
    const row = table.split('\n').find((line) => line.startsWith(`| \`${file}\``)) ?? ''
    expect(row, `${file} in scripts/README.md`).toContain(
      name === 'start' ? 'npm start' : name === 'test' ? 'npm test' : name,
    )
  }
})

test('every command in the documentation exists', () => {
  const unknown = current.flatMap((path) =>
    [...read(path).matchAll(/\bnpm (start|test|run [a-z:-]+)/g)]
      .map(([, name = '']) => name.replace('run ', ''))
      .filter((name) => !Object.hasOwn(scripts, name))
      .map((name) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
})

describe('options', () => {
  const helps = new Map<string, Promise<string>>()
  const helpOf = (name: string) => {
    const [, script = ''] = /run\.mjs (\S+)/.exec(scripts[name] ?? '') ?? []
    const command = [join(root, 'scripts/run.mjs'), script, '--help']
    const run = async () => {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, command)
      return `${stdout}${stderr}`
    }
    const help = helps.get(name) ?? run()
    helps.set(name, help)
    return help
  }

  const WITH_HELP = [
    'start',
    'dev',
    'build',
    'hosting',
    'release',
    'offline-bundle',
    'cloud',
    'drift',
    'parity',
    'requirements',
    'rollout',
    'capture',
    'drive',
    'shots',
    'mutate',
    'sweep',
  ]
  const rows = new Map(
    [...read('docs/scripts.md').matchAll(/^\| `npm (?:run )?([a-z-]+)` +\|(.*)$/gm)].map(
      ([, name = '', text = '']) => [name, text],
    ),
  )
  const optionsIn = (text: string) => new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [])

  test.each(WITH_HELP)('of %s are those of its help', async (name) => {
    const offered = optionsIn(await helpOf(name))
    expect(offered.size, name).toBeGreaterThan(0)
    for (const option of optionsIn(rows.get(name) ?? ''))
      expect([...offered, '--help'], option).toContain(option)
    // Commands on one line, of this project and of the package.
    const commands = new RegExp(
      `(?:npm run ${name}|npm ${name}|flotilla ${name}) (?:-- )?((?:[^\`\\n|]|\\|(?! ))*)`,
      'g',
    )
    for (const path of current)
      for (const [line, given = ''] of read(path).matchAll(commands))
        for (const option of optionsIn(given.split('#')[0] ?? ''))
          expect([...offered, '--help'], `${path}: ${line}`).toContain(option)
  })

  test('of the servers are all listed', async () => {
    for (const name of ['start', 'dev', 'build', 'cloud', 'hosting', 'release', 'offline-bundle']) {
      const offered = [...optionsIn(await helpOf(name))].filter(
        (option) => !['--help', '--no-build'].includes(option),
      )
      expect([...optionsIn(rows.get(name) ?? '')].sort(), name).toEqual(offered.sort())
    }
  })
})

test('the pages list all demo users with role and password, and every world and story', () => {
  const page = read('docs/simulation.md')
  for (const { email, role } of demoAccounts)
    expect(page).toMatch(new RegExp(`\\| \`${email}\` +\\| ${role.replace(/[()]/g, '\\$&')} +\\|`))
  for (const text of [page, read('README.md')]) expect(text).toContain(demoPassword)
  const firstCells = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, cell]) => cell)
  for (const { name } of demoScenarios) expect(firstCells).toContain(name)
  const stories = readdirSync(join(root, 'src/control-panel/stories/catalogue')).map((file) =>
    file.replace('.yaml', ''),
  )
  expect(firstCells.filter((cell) => cell?.startsWith('?story=')).sort()).toEqual(
    stories.map((name) => `?story=${name}`).sort(),
  )
})

test('every key of config.json that is listed exists in its mode', () => {
  const rows = [...read('docs/configuration.md').matchAll(/^\| `(\w+)` +\| (both|live|simulated) /gm)]
  expect(rows.map(([, key]) => key)).toEqual(expect.arrayContaining(liveKeys))
  for (const [, key = '', of] of rows)
    for (const mode of of === 'both' ? ['live', 'simulated'] : [of ?? ''])
      if (key !== 'mode')
        expect(() =>
          readConfig({
            file: JSON.stringify({ mode, [key]: { no: 'such value' } }),
            fileName: 'config.json',
            pageUrl: new URL('https://dashboard.example'),
          }),
        ).toThrow(new RegExp(`"${key}" must|"apiUrl" is required`))
})

test('the filter in the example of a rollout plan is valid', () => {
  const [, filter = ''] = /^devices: '(.*)'/m.exec(read('docs/rollouts.md')) ?? []
  expect(parseQuery(filter)).toMatchObject({ ok: true })
})

/** The anchor of a heading, as code hosts make it. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

test.each(pages)('all links in %s have a target', (page) => {
  // Links in code are examples.
  const prose = read(page)
    .replaceAll(/^```[^]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
  const missing = [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(?:https?|mailto):/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : normalize(join(dirname(page), path)).replaceAll('\\', '/')
      if (!existsSync(join(root, file))) return true
      if (anchor === undefined || !file.endsWith('.md')) return false
      const headings = [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
      return !headings.includes(anchor)
    })
  expect(missing).toEqual([])
})

test('the index of the documentation lists every page', () => {
  const index = read('docs/README.md')
  const listed = (path: string) => index.includes(`](${path})`)
  const entries = readdirSync(join(root, 'docs'), { withFileTypes: true })
  const missing = entries
    .map((entry) => (entry.isDirectory() ? `${entry.name}/README.md` : entry.name))
    .filter((name) => /\.(?:md|tsv|json)$/.test(name) && name !== 'README.md' && !listed(name))
  expect(missing).toEqual([])
})

test('the decisions and their index name the same records', () => {
  const index = read('docs/decisions/README.md')
  for (const name of readdirSync(join(root, 'docs/decisions')).filter((each) => each !== 'README.md'))
    expect(index).toContain(`](${name})`)
})

test.each(folders)('%s/ has a short README about its contents', (folder) => {
  const page = read(`${folder}/README.md`)
  expect(page.length).toBeGreaterThan(100)
  expect(page.split('\n').length).toBeLessThanOrEqual(80)
})
