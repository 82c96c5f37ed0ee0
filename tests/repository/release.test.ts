import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildIfStale, dist } from '../../scripts/build.ts'
import { release } from '../../scripts/release.ts'
import { createArchive } from '../../scripts/release/archive.ts'
import { createStaticServer } from '../../scripts/static-server.ts'
import { read } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'flotilla-release-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = new Date('2026-11-20T14:00:00Z')
const { version } = JSON.parse(read('package.json')) as { version: string }

/** Two builds, beside other tests. */
const BUILDS_MS = 300_000

function filesBelow(path: string): Map<string, string> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [
        file.slice(path.length + 1).replaceAll('\\', '/'),
        createHash('sha256').update(readFileSync(file)).digest('hex'),
      ]
    }),
  )
}

/** The answer of a web server with this document root. */
async function servedFrom(documentRoot: string, path: string): Promise<Response> {
  const server = createStaticServer({ folder: documentRoot })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    return await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } })
  } finally {
    server.close()
  }
}

test('an archive does not depend on file times, and tar can read it', () => {
  const inner = mkdtempSync(join(folder, 'files-'))
  for (const [name, bytes] of [
    ['b.txt', 513],
    ['a.txt', 512],
    ['.hidden', 3],
    ['empty', 0],
  ] as const)
    writeFileSync(join(inner, name), 'x'.repeat(bytes))
  const first = createArchive(inner, at)
  utimesSync(join(inner, 'a.txt'), 1, 1)
  expect(createArchive(inner, at).equals(first)).toBe(true)
  const read = mkdtempSync(join(folder, 'read-'))
  execFileSync('tar', ['-xzf', '-', '-C', read], { input: first })
  const { '.hidden': _hidden, ...shown } = Object.fromEntries(filesBelow(inner))
  expect(Object.fromEntries(filesBelow(read))).toEqual(shown)
})

test(
  'a release contains the build, is reproducible, and has a checksum and time [HOST-007]',
  async () => {
    await buildIfStale()
    const out = join(folder, 'out')
    const name = `flotilla-${version}`
    expect(await release({ out, at })).toEqual([`${name}.tar.gz`, `${name}.tgz`, 'SHA256SUMS'])
    const sums = [`${name}.tar.gz`, `${name}.tgz`].map((file) => `${filesBelow(out).get(file)}  ${file}\n`)
    expect(readFileSync(join(out, 'SHA256SUMS'), 'utf8')).toBe(sums.join(''))
    // As the README says: unpacked in the document root, it is served.
    const documentRoot = mkdtempSync(join(folder, 'root-'))
    execFileSync('tar', ['-xzf', join(out, `${name}.tar.gz`)], { cwd: documentRoot })
    expect(await (await servedFrom(documentRoot, '/fleets')).text()).toContain('<div id="root">')
    expect(JSON.parse(readFileSync(join(documentRoot, 'build-time.json'), 'utf8'))).toMatchObject({
      builtAt: at.toISOString(),
    })
    // dist/ was built at another time by another run: four files contain the time.
    const inside = filesBelow(documentRoot)
    for (const [file, hash] of filesBelow(dist))
      if (
        !/^(?:build-time\.json|offline-files\.json(?:\.\w+)?|(?:index|404)\.html(?:\.\w+)?)$/.test(file) &&
        !file.startsWith('.')
      )
        expect(inside.get(file), file).toBe(hash)
    const pageIn = (folder: string) =>
      readFileSync(join(folder, 'index.html'), 'utf8').replace(/name="built-at" content="[^"]*"/, '')
    expect(pageIn(documentRoot)).toBe(pageIn(dist))
    expect([...inside.keys()].filter((file) => file.startsWith('.'))).toEqual([])
    expect(inside.has('LICENSE')).toBe(true)
    // Of pages, of a worker alone, of a map's data and of a font.
    const licenses = readFileSync(join(documentRoot, 'third-party-licenses.txt'), 'utf8')
    for (const each of ['react-dom', '@faker-js/faker', 'world-atlas', '@fontsource-variable/jetbrains-mono'])
      expect(licenses).toMatch(new RegExp(`^${each} \\d+\\.\\d+`, 'm'))
  },
  BUILDS_MS,
)
