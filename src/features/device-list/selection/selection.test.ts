import { expect, test } from 'vitest'
import {
  between,
  everythingSelected,
  isSelected,
  nothingSelected,
  pageSelection,
  select,
  selectedCount,
} from './selection.ts'

const [a, b, c] = [1, 2, 3].map((id) => ({ id, uuid: `uuid-${id}` })) as [
  { id: number; uuid: string },
  { id: number; uuid: string },
  { id: number; uuid: string },
]

test('keeps the selection across pages', () => {
  const selection = select(select(nothingSelected, [a], true), [c], true)
  expect(selectedCount(selection, 1204)).toBe(2)
  expect(isSelected(selection, a)).toBe(true)
  expect(pageSelection(selection, [a, b])).toBe('some')
  expect(pageSelection(selection, [b])).toBe('none')
})

test('selects all matches except some', () => {
  const selection = select(everythingSelected, [b], false)
  expect(selectedCount(selection, 1204)).toBe(1203)
  expect(isSelected(selection, b)).toBe(false)
  expect(pageSelection(select(selection, [b], true), [a, b, c])).toBe('all')
})

test('a range spans two rows in either direction', () => {
  expect(between([a, b, c], 2, 1)).toEqual([b, c])
  expect(between([a, b, c], 0, 2)).toEqual([a, b, c])
})
