import { expect, test } from 'vitest'
import { filterLines, isFiltering, noFilter, type LogFilter } from './log-filter.ts'

const now = 1_000_000
const line = (
  message: string,
  part: { serviceId?: number; isSystem?: boolean; timestamp?: number } = {},
) => ({
  createdAt: now,
  timestamp: now,
  isSystem: false,
  isStdErr: false,
  ...part,
  message,
})
const lines = [
  line('Supervisor starting', { isSystem: true, timestamp: now - 120_000 }),
  line('Door OPEN', { serviceId: 1 }),
  line('\u001b[31mdoor closed\u001b[0m', { serviceId: 2 }),
]
const shown = (part: Partial<LogFilter>) =>
  filterLines(lines, { ...noFilter, ...part }, now).map((line) => lines.indexOf(line))

test('shows all lines without a filter', () => {
  expect(isFiltering(noFilter)).toBe(false)
  expect(filterLines(lines, noFilter, now)).toBe(lines)
})

test('filters lines by service, message, time and origin', () => {
  expect(shown({ serviceId: 2 })).toEqual([2])
  expect(shown({ message: 'door o' })).toEqual([1])
  expect(shown({ message: 'door closed' })).toEqual([2])
  expect(shown({ withinMs: 60_000 })).toEqual([1, 2])
  expect(shown({ origin: 'system' })).toEqual([0])
  expect(shown({ origin: 'services', message: 'door' })).toEqual([1, 2])
})
