import { expect, test } from 'vitest'
import { ansiRuns } from '@/lib/ansi.ts'
import type { FeedLine } from './log-feed.ts'
import { markedRuns, matchingLines, nextMatch, searchPattern } from './log-search.ts'

const line = (text: string, seq: number): FeedLine => ({
  createdAt: 1,
  timestamp: 1,
  isSystem: false,
  isStdErr: false,
  message: text,
  text,
  seq,
})

test('finds lines in any case, with special characters taken literally', () => {
  const lines = ['Door open', 'door.open()', 'pump on'].map(line)
  expect(matchingLines(lines, searchPattern('DOOR'))).toEqual([0, 1])
  expect(matchingLines(lines, searchPattern('open()'))).toEqual([1])
  expect(matchingLines(lines, searchPattern(''))).toEqual([])
})

test('the search starts at the newest match and wraps around', () => {
  expect(nextMatch([2, 5, 9], null, 1)).toBe(9)
  expect(nextMatch([2, 5, 9], 9, 1)).toBe(2)
  expect(nextMatch([2, 5, 9], 5, -1)).toBe(2)
  expect(nextMatch([2, 5, 9], 2, -1)).toBe(9)
  expect(nextMatch([], 4, 1)).toBeNull()
})

test('highlights a match that spans several styles, and keeps the styles', () => {
  const runs = markedRuns(ansiRuns('a \u001b[31mred\u001b[0m door'), searchPattern('ed do'))
  expect(runs.map(({ text, found, colour }) => [text, found, colour])).toEqual([
    ['a ', false, undefined],
    ['r', false, 'red'],
    ['ed', true, 'red'],
    [' do', true, undefined],
    ['or', false, undefined],
  ])
  const places = runs.map(({ at }) => at)
  expect(new Set(places).size).toBe(runs.length)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('a line with thousands of matches and colours is marked in linear time, up to a thousand matches', () => {
  const runs = markedRuns(ansiRuns('\u001b[31maa\u001b[32mbb'.repeat(3_000)), searchPattern('a'))
  expect(runs.filter(({ found }) => found)).toHaveLength(1_000)
  expect(runs.map(({ text }) => text).join('')).toBe('aabb'.repeat(3_000))
})
