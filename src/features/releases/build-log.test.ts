import { expect, test } from 'vitest'
import { linesWith, shownLog, partsOf } from './build-log.ts'

const linesOf = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('')

test('the viewer shows 3,000 lines of a build log [REL-032]', () => {
  const log = shownLog(linesOf(3000))
  expect(log).toMatchObject({ total: 3000, truncated: false })
  expect(log.lines).toHaveLength(3000)
  expect(log.lines[0]).toBe('line 1')
})

test('keeps the last 2,999 lines of a longer log [REL-033]', () => {
  const log = shownLog(linesOf(3001))
  expect(log).toMatchObject({ total: 3001, truncated: true })
  expect(log.lines).toHaveLength(2999)
  expect(log.lines[0]).toBe('line 3')
  expect(log.lines.at(-1)).toBe('line 3001')
})

test('removes colours and a trailing empty line', () => {
  expect(shownLog('\u001b[32mStep 1\u001b[0m\r\nStep 2\n').lines).toEqual(['Step 1', 'Step 2'])
  expect(shownLog('')).toEqual({ lines: [], total: 0, truncated: false })
})

test('finds lines in any case', () => {
  expect(linesWith(['RUN make', 'COPY .', 'run tests'], 'run')).toEqual([0, 2])
  expect(linesWith(['RUN make'], '')).toEqual([])
})

test.each([
  ['İstanbul and on', 'and', ['İstanbul ', '*and*', ' on']],
  ['İİİ x İ', 'x', ['İİİ ', '*x*', ' İ']],
  ['Straße STRASSE', 'strasse', ['Straße ', '*STRASSE*']],
  ['a.b a+b', 'A.B', ['*a.b*', ' a+b']],
  ['aaa', 'aa', ['*aa*', 'a']],
  ['none', 'x', ['none']],
  ['none', '', ['none']],
])('marks in "%s" what "%s" finds', (line, text, parts) => {
  expect(partsOf(line, text).map((part) => (part.hit ? `*${part.text}*` : part.text))).toEqual(parts)
  expect(linesWith([line], text)).toEqual(parts.some((part) => part.startsWith('*')) ? [0] : [])
})

test('a line that was redrawn is shown as a terminal leaves it', () => {
  expect(shownLog('a\nDownloading 10%\rDownloading 100%\r\nb\r\n').lines).toEqual([
    'a',
    'Downloading 100%',
    'b',
  ])
})
