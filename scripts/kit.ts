import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleKit } from './kit/bundle.ts'
import { packageManifest, type Manifest } from './kit/manifest.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readManifest = () => JSON.parse(read('package.json')) as Manifest
const written = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** Runs a tool of the project. Throws with its output if it fails. */
function run(command: string, args: readonly string[], cwd = root): string {
  const done = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: command === 'npm' && process.platform === 'win32',
  })
  if (done.status !== 0)
    throw new Error(
      `${command} ${args.join(' ')} failed:\n${done.error?.message ?? `${done.stdout}${done.stderr}`}`,
    )
  return done.stdout
}

/** Writes the declarations of the entries and of what they import, without the internals of the cloud. */
function writeTypes(folder: string): void {
  const emitted = join(root, 'node_modules/.cache', `kit-types-${process.pid}`)
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
  try {
    run(process.execPath, [tsc, '-p', join(root, 'kit/tsconfig.json'), '--outDir', emitted])
    const from = [emitted, root] as const
    for (const [above, path] of [
      [from[0], 'kit'],
      [from[1], 'openapi/generated'],
    ] as const)
      for (const name of readdirSync(join(above, path)).filter((each) => each.endsWith('.d.ts'))) {
        const text = readFileSync(join(above, path, name), 'utf8')
        mkdirSync(join(folder, path), { recursive: true })
        // Valid for all module resolution modes of TypeScript.
        writeFileSync(join(folder, path, name), text.replaceAll(/(from '\.[^']*?)(?:\.d)?\.ts'/g, "$1.js'"))
      }
  } finally {
    rmSync(emitted, { recursive: true, force: true })
  }
}

/** Writes the package with a built dashboard into a folder. */
export async function writeKit(folder: string, dashboard: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const imported = await bundleKit(join(folder, 'lib'))
  writeTypes(join(folder, 'types'))
  cpSync(dashboard, join(folder, 'dashboard'), {
    recursive: true,
    // The package only serves this machine, so compressed files would only make it larger.
    filter: (path) => !/\.(?:br|gz)$|[\\/]\.vite$/.test(path),
  })
  cpSync(join(root, 'openapi'), join(folder, 'openapi'), {
    recursive: true,
    filter: (path) => !/[\\/](?:generated|README\.md)$/.test(path),
  })
  for (const name of ['CHANGELOG.md', 'LICENSE']) cpSync(join(root, name), join(folder, name))
  cpSync(join(root, 'docs/kit.md'), join(folder, 'README.md'))
  writeFileSync(join(folder, 'package.json'), written(packageManifest(readManifest(), imported)))
}

/** Packs such a folder; returns the file name of the tarball. */
export function packKit(folder: string, out: string): string {
  mkdirSync(out, { recursive: true })
  const output = run('npm', [
    'pack',
    folder,
    '--pack-destination',
    out,
    '--ignore-scripts',
    '--loglevel=error',
  ])
  return output.trim().split('\n').at(-1) ?? ''
}
