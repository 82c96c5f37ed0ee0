import { expect, test } from 'vitest'
import { idsInTitles, listing, requirementProblems, readRequirements } from './requirements.ts'

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

const list = readRequirements('id\tmust\nAREA-001\tIt works.\nOTHER-001\tIt shows.\n')
const proofs = new Map([['AREA-001', ['src/a.test.ts']]])

test('lists requirements with their tests: all, one, or those of an area', () => {
  expect(listing(list, proofs, [])).toEqual([
    'AREA-001  It works.',
    '    src/a.test.ts',
    'OTHER-001  It shows.',
  ])
  expect(listing(list, proofs, ['OTHER'])).toEqual(['OTHER-001  It shows.'])
  expect(listing(list, proofs, ['AREA-001'])).toHaveLength(2)
  expect(listing(list, proofs, ['ARE'])).toEqual([])
})

test('a requirement without a test and an unknown id are problems', () => {
  expect(requirementProblems(list, new Map([...proofs, ['GONE-001', ['src/b.test.ts']]]))).toEqual([
    'GONE-001 is not in docs/requirements.tsv: src/b.test.ts',
    'OTHER-001 has no test.',
  ])
})

test('rejects an invalid line', () => {
  expect(() => readRequirements('id\tmust\nAREA-001 no tab\n')).toThrow('AREA-001 no tab')
})
