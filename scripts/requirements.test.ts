import { expect, test } from 'vitest'
import { idsInTitles, readRequirements, requirementsPage } from './requirements.ts'

const ids = (text: string) => [...idsInTitles('a.test.ts', text)]

test('counts ids in titles of tests and groups, and in the tables of parametric tests', () => {
  expect(ids(`describe('a [AREA-001]', () => { test('b [AREA-002, OTHER-003]', () => {}) })`)).toEqual([
    'AREA-001',
    'AREA-002',
    'OTHER-003',
  ])
  expect(ids(`test.each([['one [AREA-004]', 1]])('%s', () => {})`)).toEqual(['AREA-004'])
  expect(ids('test(`c ${name} [AREA-005]`, () => {})')).toEqual(['AREA-005'])
})

test('ignores ids in comments and in the bodies of tests', () => {
  expect(ids(`// [AREA-001]\ntest('b', () => { send('[AREA-002]') })`)).toEqual([])
})

test('lists a requirement without a test, by area', () => {
  const list = readRequirements('id\tmust\nAREA-001\tIt a|b works.\nOTHER-001\tIt shows.\n')
  const page = requirementsPage(list, new Map([['AREA-001', ['src/a.test.ts']]]))
  expect(page).toContain('1 of 2 requirements have a test')
  expect(page).toContain('| AREA-001 | It a\\|b works. | `src/a.test.ts` |')
  expect(page).toContain('## OTHER')
  expect(page).toContain('| OTHER-001 | It shows. | **no test** |')
})

test('rejects an invalid line', () => {
  expect(() => readRequirements('id\tmust\nAREA-001 no tab\n')).toThrow('AREA-001 no tab')
})
