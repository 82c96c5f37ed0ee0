import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { root } from './files.ts'

const report = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
})

/** The files that violate a rule, with the rule. */
function violationsIn(files: Record<string, string>): string[] {
  const tree = mkdtempSync(join(tmpdir(), 'flotilla-imports-'))
  const all = {
    'tsconfig.json': '{"compilerOptions":{"allowImportingTsExtensions":true,"noEmit":true}}',
    'package.json': '{"dependencies":{"zod":"*","msw":"*","react":"*"}}',
    ...files,
  }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(tree, dirname(path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction')
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [
    cruiser,
    '--config',
    join(root, '.dependency-cruiser.cjs'),
    '--preserve-symlinks',
    '--output-type',
    'json',
    '.',
  ]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8' })
  rmSync(tree, { recursive: true, force: true })
  expect(stderr).toBe('')
  const { violations } = report.parse(JSON.parse(stdout)).summary
  return violations.map(({ from, rule }) => `${from}: ${rule.name}`).sort()
}

const leaves = Object.fromEntries(
  [
    'openapi/generated/a.ts',
    'simulator/a.ts',
    'simulator/base/a.ts',
    'simulator/world/a.ts',
    'simulator/elsewhere/a.ts',
    'mocks/elsewhere/a.ts',
    'mocks/a.ts',
    'mocks/hosts/worker.ts',
    'mocks/cloud.ts',
    'mocks/worlds/a.ts',
    'mocks/billing/a.ts',
    'scripts/a.ts',
    'tests/a.ts',
    'src/lib/a.ts',
    'src/ui/a.ts',
    'src/api/a.ts',
    'src/domain/a.ts',
    'src/domain/access/a.ts',
    'src/domain/device/a.ts',
    'src/domain/elsewhere/a.ts',
    'src/engines/history/a.ts',
    'src/engines/watches/a.ts',
    'src/widgets/a.ts',
    'src/features/fleets/a.ts',
    'src/app/a.ts',
    'src/lib/paths.ts',
    'src/control-panel/a.ts',
  ].map((path) => [path, 'export const a = 1\n']),
)
leaves['src/lib/hook.ts'] = "import 'react'\n"

test('imports that follow the table are allowed', () => {
  expect(
    violationsIn({
      ...leaves,
      'simulator/views/good.ts': `import '../base/a.ts'\n`,
      'mocks/good.ts': `import '../simulator/a.ts'\nimport '../openapi/generated/a.ts'\nimport 'zod'\n`,
      'mocks/hosts/http.ts': `import 'node:http'\nimport 'msw'\nimport '../a.ts'\n`,
      'src/api/good.ts': `import '../../openapi/generated/a.ts'\nimport '../lib/a.ts'\n`,
      'src/features/device-list/good.ts': `import '../../domain/a.ts'\nimport '../../ui/a.ts'\nimport './more.ts'\n`,
      'src/features/device-list/more.ts': `import '../../api/a.ts'\n`,
      'src/app/good.ts': `import '../features/fleets/a.ts'\n`,
      'src/bootstrap.ts': `void import('../mocks/hosts/worker.ts')\nvoid import('./control-panel/a.ts')\n`,
      'e2e/good.ts': `import '../src/lib/paths.ts'\nimport type { a } from '../mocks/worlds/a.ts'\nexport type A = typeof a\n`,
      'tests/good.ts': `import '../src/app/a.ts'\nimport '../mocks/a.ts'\n`,
    }),
  ).toEqual([])
})

const breaches = [
  ['the contract leaves the wire', 'openapi/bad.ts', `import '../simulator/a.ts'`, 'openapi-imports-nothing'],
  ['a device uses a package', 'simulator/bad.ts', `import 'zod'`, 'simulator-imports-itself-only'],
  ['a device uses Node', 'simulator/bad.ts', `import 'node:fs'`, 'simulator-imports-itself-only'],
  ['a device knows the cloud', 'simulator/bad.ts', `import '../mocks/a.ts'`, 'simulator-imports-itself-only'],
  [
    'a view of devices knows the facade above it',
    'simulator/views/bad.ts',
    `import type { a } from '../world/a.ts'\nexport type A = typeof a`,
    'simulator-views-imports-downwards',
  ],
  [
    'a folder has no place in the order',
    'simulator/world/bad.ts',
    `import '../elsewhere/a.ts'`,
    'simulator-has-a-place-for-each-folder',
  ],
  [
    'the ground of the cloud knows a subject',
    'mocks/store/bad.ts',
    `import type { a } from '../billing/a.ts'\nexport type A = typeof a`,
    'mocks-store-imports-downwards',
  ],
  [
    'a subject knows the worlds',
    'mocks/billing/bad.ts',
    `import '../worlds/a.ts'`,
    'mocks-billing-imports-downwards',
  ],
  [
    'a room of the cloud knows the cloud',
    'mocks/worlds/bad.ts',
    `import '../cloud.ts'`,
    'mocks-worlds-imports-downwards',
  ],
  [
    'a folder of the cloud has no place',
    'mocks/cloud.ts',
    `import './elsewhere/a.ts'`,
    'mocks-has-a-place-for-each-folder',
  ],
  [
    'the cloud knows the dashboard',
    'mocks/bad.ts',
    `import '../src/lib/a.ts'`,
    'mocks-import-simulator-wire-and-npm',
  ],
  [
    'the cloud knows a type of the dashboard',
    'mocks/bad.ts',
    `import type { a } from '../src/lib/a.ts'\nexport type A = typeof a`,
    'mocks-import-simulator-wire-and-npm',
  ],
  ['the cloud runs on Node only', 'mocks/bad.ts', `import 'node:fs'`, 'cloud-runs-anywhere'],
  ['a handler knows MSW', 'mocks/bad.ts', `import 'msw'`, 'only-hosts-know-msw'],
  ['lib imports to its right', 'src/lib/bad.ts', `import '../ui/a.ts'`, 'src-lib-imports-leftwards'],
  ['ui fetches', 'src/ui/bad.ts', `import '../api/a.ts'`, 'src-ui-imports-leftwards'],
  ['the client draws', 'src/api/bad.ts', `import '../ui/a.ts'`, 'src-api-imports-leftwards'],
  [
    'a rule knows a feature',
    'src/domain/bad.ts',
    `import '../features/fleets/a.ts'`,
    'src-domain-imports-leftwards',
  ],
  [
    'a rule knows one that stands above it',
    'src/domain/access/bad.ts',
    `import type { a } from '../device/a.ts'\nexport type A = typeof a`,
    'src-domain-access-imports-downwards',
  ],
  [
    'a folder of rules has no place in the order',
    'src/domain/access/bad.ts',
    `import '../elsewhere/a.ts'`,
    'src-domain-has-a-place-for-each-folder',
  ],
  ['a rule draws', 'src/domain/bad.ts', `import '../ui/a.ts'`, 'src-domain-imports-leftwards'],
  ['a rule uses a hook', 'src/domain/bad.ts', `import 'react'`, 'engines-and-rules-run-without-react'],
  [
    'an engine knows a widget',
    'src/engines/bad.ts',
    `import '../widgets/a.ts'`,
    'src-engines-imports-leftwards',
  ],
  [
    'an engine knows one that stands above it',
    'src/engines/history/bad.ts',
    `import '../watches/a.ts'`,
    'src-engines-history-imports-downwards',
  ],
  [
    'an engine needs a file that needs React',
    'src/engines/bad.ts',
    `import '../lib/hook.ts'`,
    'engines-reach-no-react',
  ],
  [
    'a shared part knows a feature',
    'src/widgets/bad.ts',
    `import '../features/fleets/a.ts'`,
    'src-widgets-imports-leftwards',
  ],
  [
    'a feature knows the app',
    'src/features/fleets/bad.ts',
    `import '../../app/a.ts'`,
    'src-features-imports-leftwards',
  ],
  [
    'a feature knows another',
    'src/features/device-list/bad.ts',
    `import '../fleets/a.ts'`,
    'features-do-not-import-each-other',
  ],
  [
    'a screen knows the wire',
    'src/features/fleets/bad.ts',
    `import '../../../openapi/generated/a.ts'`,
    'wire-through-api-only',
  ],
  ['a screen knows a device', 'src/domain/bad.ts', `import '../../simulator/a.ts'`, 'src-knows-no-device'],
  [
    'a second door to the cloud',
    'src/app/bad.ts',
    `void import('../../mocks/hosts/worker.ts')`,
    'bootstrap-is-the-one-door',
  ],
  [
    'a second door to the panel',
    'src/config.ts',
    `void import('./control-panel/a.ts')`,
    'bootstrap-is-the-one-door',
  ],
  [
    'the door is always open',
    'src/bootstrap.ts',
    `import '../mocks/hosts/worker.ts'`,
    'the-door-opens-when-asked',
  ],
  [
    'the door leads elsewhere',
    'src/bootstrap.ts',
    `void import('../mocks/a.ts')`,
    'bootstrap-loads-hosts-only',
  ],
  [
    'the panel reaches into the cloud',
    'src/control-panel/bad.ts',
    `import '../../mocks/a.ts'`,
    'control-panel-speaks-the-control-api',
  ],
  ['a journey reaches behind the screen', 'e2e/bad.ts', `import '../src/lib/a.ts'`, 'e2e-uses-the-browser'],
  [
    'a journey runs a scenario',
    'e2e/bad.ts',
    `import '../mocks/worlds/a.ts'`,
    'e2e-takes-types-of-scenarios',
  ],
  ['the product imports a test', 'mocks/bad.ts', `import './bad.test.ts'`, 'nothing-imports-tests'],
] as const

/** One file per violation, except the two that are possible only in the door itself. */
const broken: Record<string, string> = {}
const breachAt = breaches.map(([what, path, text, rule], at) => {
  const file = path.replace('bad.ts', `bad-${at}.ts`)
  broken[file] = `${broken[file] ?? ''}${text}\n`
  return { what, file, rule }
})

describe('imports that violate the table are rejected', () => {
  let violations: readonly string[]

  beforeAll(() => {
    violations = violationsIn({ ...leaves, 'mocks/bad.test.ts': 'export {}\n', ...broken })
  })

  test.each(breachAt)('$what', ({ file, rule }) => {
    expect(violations).toContain(`${file}: ${rule}`)
  })
})
