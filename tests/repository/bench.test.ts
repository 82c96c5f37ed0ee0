import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the benchmarks compile the requests of the dashboard, without its server', () => {
  const script =
    "const { attentionCount } = await import('./bench/requests.ts'); console.log(attentionCount(1, 0))"
  const asked = execFileSync(
    process.execPath,
    ['--import', './scripts/aliases.ts', '--input-type=module', '--eval', script],
    { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' },
  )
  expect(decodeURIComponent(asked)).toContain('image_install/any(ii:ii/status in')
})
