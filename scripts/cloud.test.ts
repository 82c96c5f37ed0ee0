import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const script = new URL('cloud.mjs', import.meta.url).pathname

/** Runs `npm run cloud` with a world file until it listens or exits; returns its output. */
function cloudWith(world: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'flotilla-world-'))
  const file = join(folder, 'world.yaml')
  writeFileSync(file, world)
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, '--port', '0', '--world', file], (_, out, problems) => {
      rmSync(folder, { recursive: true })
      resolve(out + problems)
    })
    onTestFinished(() => void child.kill())
    child.stdout?.on('data', (text) => String(text).includes('cloud ready') && child.kill())
  })
}

const world = (type: string) =>
  `organization: { name: Northern Lights }\nfleets:\n  - name: shop-screens\n    type: ${type}\n`

test('[WORLD-004] npm run cloud opens a world file, and rejects an invalid one with its line and reason', async () => {
  expect(await cloudWith(world('intel-nuc'))).toContain('cloud ready http://127.0.0.1:')
  expect(await cloudWith(world('toaster'))).toMatch(/world\.yaml: Line 4: fleets\.0\.type must be one of/)
})
