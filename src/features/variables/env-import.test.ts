import { expect, test } from 'vitest'
import { parseEnvFile } from './env-file.ts'
import { importedLines } from './env-import.ts'

const rules = {
  valueOf: (name: string) => ({ A: '1', B: '2' })[name] ?? null,
  problemOf: (name: string) => (name === 'RESIN' ? 'reserved' : undefined),
  whyNot: { create: undefined, update: undefined },
}

test('reports the effect of each line, or why it has none', () => {
  const lines = importedLines(parseEnvFile('A=1\nB=3\nC=4\nRESIN=5\nnonsense\nC=6'), rules)
  expect(lines.map(({ line, outcome, problem }) => [line, outcome, problem])).toEqual([
    [1, 'unchanged', undefined],
    [2, 'updated', undefined],
    [3, 'added', undefined],
    [4, 'problem', 'reserved'],
    [5, 'problem', 'This line has no equals sign.'],
    [6, 'problem', 'Line 3 already has this name.'],
  ])
})

test('rejects changes for a role that may only create', () => {
  const mayAdd = { ...rules, whyNot: { create: undefined, update: 'not you' } }
  expect(importedLines(parseEnvFile('A=1\nB=3\nC=4'), mayAdd)).toMatchObject([
    { outcome: 'unchanged' },
    { outcome: 'problem', problem: 'not you' },
    { outcome: 'added' },
  ])
})
