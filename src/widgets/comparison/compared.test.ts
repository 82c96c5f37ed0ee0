import { expect, test } from 'vitest'
import { comparedRows, comparisonCsv, comparisonText, countDifferences, visibleSections } from './compared.ts'

const rows = comparedRows(
  new Map([
    ['OS', '6.1'],
    ['Tag', ''],
    ['Only here', 'x'],
  ]),
  new Map([
    ['OS', '6.1'],
    ['Only there', '=1+1'],
  ]),
)
const sections = [
  { title: 'Facts', rows },
  { title: 'Same', rows: comparedRows(new Map([['a', 'b']]), new Map([['a', 'b']])) },
  { title: 'Nothing', rows: [] },
]

test('lists fields of both sides once; an empty value differs from a missing one [OPS-107]', () => {
  expect(rows).toEqual([
    { name: 'OS', before: '6.1', after: '6.1' },
    { name: 'Tag', before: '', after: null },
    { name: 'Only here', before: 'x', after: null },
    { name: 'Only there', before: null, after: '=1+1' },
  ])
  expect(countDifferences(sections)).toBe(3)
  expect(visibleSections(sections, true).map(({ title }) => title)).toEqual(['Facts'])
  expect(visibleSections(sections, false).map(({ title }) => title)).toEqual(['Facts', 'Same'])
})

test('copied and saved comparisons contain no spreadsheet formulas [OPS-107]', () => {
  const shown = visibleSections(sections, true)
  const hostile = ['=cmd()', 'one\ttwo\nthree'] as const
  expect(comparisonCsv(hostile, shown).split('\r\n')[0]).toBe(`Section,Field,'=cmd(),"one\ttwo\nthree"`)
  expect(comparisonText(hostile, shown)).toBe(
    [
      "Section\tField\t'=cmd()\tone two three",
      'Facts\tTag\t\t',
      'Facts\tOnly here\tx\t',
      "Facts\tOnly there\t\t'=1+1",
    ].join('\n'),
  )
})
