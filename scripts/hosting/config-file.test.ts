import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { badConfigs } from '../../e2e/bad-configs.ts'
import { checkedConfig } from './config-file.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'flotilla-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a script until it ends. */
const run = (script: string, ...args: string[]) =>
  new Promise<{ code: unknown; out: string; problems: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'scripts/run.mjs'), `scripts/${script}`, ...args],
      // Also without a repository, as in an offline bundle: the reason is not the missing commit.
      { cwd: root, env: { ...process.env, GIT_DIR: join(folder, 'no-repository') } },
      (error, out, problems) => resolve({ code: error?.code ?? 0, out, problems }),
    )
  })

const withText = badConfigs.flatMap(({ config, ...rest }) => (config === null ? [] : [{ config, ...rest }]))

test.each(withText)('a file that $what is refused as by the page', ({ config, key, why }) => {
  let message = ''
  try {
    checkedConfig({ name: 'config.json', text: config })
  } catch (error) {
    message = error instanceof Error ? error.message : ''
  }
  const [, named, reason] = /^config\.json: (?:"([\w.]+)" )?(.*)$/.exec(message) ?? []
  expect([named, reason]).toEqual([key, expect.stringMatching(why)])
})

const sampleThat = (what: string) => {
  const found = withText.find((each) => each.what === what)
  if (found === undefined) throw new Error(`No configuration ${what}`)
  return found
}

// All scripts read by the same function, so that one file for each, of all kinds, shows that they do. A process takes a second.
test.concurrent.each([
  ['start.ts', 'has a key with a slip of the pen', ['--no-build']],
  ['hosting.ts', 'is not JSON', []],
  ['build.ts', 'is live and has no address', ['--out', join(folder, 'build')]],
  ['release.ts', 'has an address that is none', ['--out', join(folder, 'release')]],
])('%s refuses a file that %s, with the sentence of the page', async (script, what, args) => {
  const { config, key, why } = sampleThat(what)
  const path = join(folder, `${script}.json`)
  writeFileSync(path, config)
  const { code, out, problems } = await run(script, '--config', path, ...args)
  const sentences = problems.split('\n').filter((line) => line !== '' && !line.startsWith('Warning:'))
  expect(sentences).toEqual([expect.stringContaining(`${path}: `)])
  expect(sentences[0]?.slice(`${path}: ${key === undefined ? '' : `"${key}" `}`.length)).toMatch(why)
  expect([code === 0, out]).toEqual([false, ''])
})

test('start refuses an address that is none, and says which option it was', async () => {
  const { code, out, problems } = await run('start.ts', '--no-build', '--live', 'nonsense')
  expect(problems).toBe('--live: "apiUrl" must be a full URL such as https://api.example.com\n')
  expect([code, out]).toEqual([2, ''])
})
