import { expect, test } from 'vitest'
import { addCounts, countPlaywright, countVitest } from './test-counts.ts'

const vitestFile = (name: string, status: string, tests: [string, string][], message = '') => ({
  name,
  status,
  message,
  assertionResults: tests.map(([fullName, outcome]) => ({ fullName, status: outcome })),
})

test('counts each unit test once, and names a failed one with its file', () => {
  const report = {
    testResults: [
      vitestFile('/project/src/a.test.ts', 'failed', [
        ['one', 'passed'],
        ['two', 'failed'],
        ['three', 'skipped'],
      ]),
      vitestFile('/project/src/b.test.ts', 'passed', [['four', 'passed']]),
    ],
  }
  expect(countVitest(report, '/project')).toEqual({
    passed: 2,
    skipped: 1,
    failures: ['src/a.test.ts: two'],
    retried: [],
  })
})

test('names a unit test that passed only when retried', () => {
  const again = { fullName: 'one', status: 'passed', failureMessages: ['too late'] }
  const file = { name: '/project/a.test.ts', status: 'passed', message: '', assertionResults: [again] }
  expect(countVitest({ testResults: [file] }, '/project')).toEqual({
    passed: 1,
    skipped: 0,
    failures: [],
    retried: ['a.test.ts: one'],
  })
})

test('a test file that cannot be loaded is a failure', () => {
  const report = {
    testResults: [vitestFile('/project/a.test.ts', 'failed', [], 'No such module\nat line 3')],
  }
  expect(countVitest(report, '/project')).toEqual({
    passed: 0,
    skipped: 0,
    failures: ['a.test.ts: No such module'],
    retried: [],
  })
})

const suite = (title: string, specs: unknown[], suites: unknown[] = []) => ({ title, specs, suites })
const spec = (title: string, ...outcomes: [string, string][]) => ({
  title,
  file: 'fleets.e2e.ts',
  tests: outcomes.map(([projectName, status]) => ({ projectName, status })),
})

test('counts a browser test once per screen size, and names one that passed only when retried', () => {
  const inner = suite('inner', [spec('opens a fleet', ['desktop', 'expected'], ['phone', 'unexpected'])])
  const report = {
    suites: [suite('file', [spec('sorts', ['desktop', 'flaky'], ['phone', 'skipped'])], [inner])],
    errors: [],
  }
  expect(countPlaywright(report)).toEqual({
    passed: 2,
    skipped: 1,
    failures: ['e2e/fleets.e2e.ts: opens a fleet (phone)'],
    retried: ['e2e/fleets.e2e.ts: sorts (desktop)'],
  })
})

test('an error outside of any browser test is a failure', () => {
  const report = { suites: [], errors: [{ message: 'Error: the server did not start\nmore' }] }
  expect(countPlaywright(report)).toMatchObject({
    passed: 0,
    failures: ['e2e: Error: the server did not start'],
  })
})

test('rejects a report of another shape, rather than counting nothing', () => {
  expect(() => countVitest({}, '/')).toThrow()
  expect(() => countPlaywright({ suites: 3 })).toThrow()
})

test('adds up the stages', () => {
  const sum = addCounts([
    { passed: 1, skipped: 2, failures: ['a'], retried: ['r'] },
    { passed: 3, skipped: 0, failures: ['b', 'c'], retried: [] },
  ])
  expect(sum).toEqual({ passed: 4, skipped: 2, failures: ['a', 'b', 'c'], retried: ['r'] })
})
