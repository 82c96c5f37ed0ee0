import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { mutantsOf, withMutants } from './mutants.ts'
import { nearestTests } from './nearest-tests.ts'

const root = join(import.meta.dirname, '../..')

const changes = (text: string, path = 'src/a.tsx') =>
  mutantsOf(path, text).map(({ kind, was, becomes }) => `${kind}: ${was} → ${becomes}`)

test('mutates code that decides something', () => {
  expect(changes("const f = (n: number) => (n > 80 ? 'bad' : 'ok')")).toEqual([
    'negated: n > 80 → !(n > 80)',
    '> to >=: n > 80 → (n) >= (80)',
    'turned: n > 80 → (n) < (80)',
    'number: 80 → 81',
    "text: 'bad' → ''",
    "text: 'ok' → ''",
  ])
  expect(changes('if (a && !b) stop()')).toEqual([
    'negated: a && !b → !(a && !b)',
    '&& to ||: a && !b → (a) || (!b)',
    'not dropped: !b → b',
    'call removed: stop() → ',
  ])
  expect(changes('const g = rows.filter(isOpen).some(isOld) ?? true')).toEqual([
    'no fallback: rows.filter(isOpen).some(isOld) ?? true → rows.filter(isOpen).some(isOld)',
    'some swapped: rows.filter(isOpen).some(isOld) → rows.filter(isOpen).every(isOld)',
    'filter inverted: rows.filter(isOpen) → rows.filter((...of) => !(isOpen)(...of))',
    'boolean: true → false',
  ])
})

test('removes and changes props, but not styles, sentences, names and types', () => {
  expect(changes('const b = <Button tone="bad" busy onClick={run} className={styles.b} key="a" />')).toEqual([
    'prop dropped: "bad" → undefined',
    'text: "bad" → \'mutant\'',
    'prop dropped: busy → ',
    'prop dropped: run → undefined',
  ])
  expect(
    changes("import a from 'a'\ntype T = 'x' | 1\nconst t = { 1: 'Not for machines', id: 'y' } as { a: 2 }"),
  ).toEqual([])
})

test('a file with all its mutants still parses and behaves the same', () => {
  const paths = ['src/ui/table/Table.tsx', 'src/api/http.ts', 'mocks/cloud.ts', 'simulator/world/world.ts']
  for (const path of paths) {
    const text = readFileSync(join(root, path), 'utf8')
    const written = withMutants(text, mutantsOf(path, text))
    const { diagnostics } = ts.transpileModule(written, {
      fileName: path,
      reportDiagnostics: true,
      compilerOptions: { jsx: ts.JsxEmit.ReactJSX },
    })
    expect(diagnostics).toEqual([])
  }
  const [drop] = mutantsOf('src/a.ts', 'stop()')
  expect(withMutants('stop()', drop ? [drop] : [])).toBe(
    '__isMutated("src/a.ts:0:6:call removed") ? undefined : (stop())',
  )
})

test('the nearest tests are those with the shortest import path to a file, and the screens of its area', () => {
  const importers = new Map([
    [
      'src/features/billing/plans.ts',
      ['src/features/billing/PlansPanel.tsx', 'src/features/billing/plans.test.ts'],
    ],
    ['src/features/billing/PlansPanel.tsx', ['src/app/router.tsx']],
    ['src/app/router.tsx', ['tests/screens/app/shell.test.tsx']],
  ])
  const screens = ['tests/screens/app/shell.test.tsx', 'tests/screens/billing/billing-plans.test.tsx']
  expect(nearestTests('src/features/billing/plans.ts', importers, screens)).toEqual([
    'src/features/billing/plans.test.ts',
    'tests/screens/billing/billing-plans.test.tsx',
    'tests/screens/app/shell.test.tsx',
  ])
})

const fates = z.array(
  z.object({ mutant: z.object({ kind: z.string() }), killedBy: z.nullable(z.object({ test: z.string() })) }),
)

test('a test that detects a change kills the mutant, whatever was changed in an earlier run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mutate-'))
  const json = join(folder, 'fates.json')
  const { VITEST: _, ...env } = process.env
  const mutate = (...more: string[]) =>
    execFileSync(
      process.execPath,
      ['scripts/mutate.ts', 'src/lib/throttle.ts', '--files', '1', '--json', json, ...more],
      { cwd: root, env, encoding: 'utf8' },
    )
  mutate('--sample', '1')
  const output = mutate()
  const results = fates.parse(JSON.parse(readFileSync(json, 'utf8')))
  rmSync(folder, { recursive: true })
  expect(results.map(({ mutant, killedBy }) => [mutant.kind, killedBy?.test ?? null])).toContainEqual([
    '< to <=',
    'only the first of several quick clicks counts [PLAN-023]',
  ])
  expect(output).toMatch(/\d+ changes, \d+ noticed: \d+ %\n$/)
})
