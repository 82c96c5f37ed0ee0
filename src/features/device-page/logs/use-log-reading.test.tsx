import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FeedLine } from './log-feed.ts'
import { useLogReading } from './use-log-reading.ts'

const lines = ['one', 'two', 'three'].map((message, at) => ({
  seq: at + 10,
  message,
  text: message,
})) as never as FeedLine[]

test('arrow keys move the chosen line up and down, as far as there are lines', () => {
  let paused = 0
  const follow = { lines, following: true, newLines: 0, pause: () => void (paused += 1), resume() {} }
  const { result } = renderHook(() => useLogReading(lines, follow))
  const press = (key: string) => {
    let isTaken = false
    act(() => void (isTaken = result.current.moveByKey(key, 2)))
    return isTaken ? result.current.chosen : 'not taken'
  }
  expect(press('ArrowUp')).toBe('not taken')
  expect(press('Enter')).toBe(12)
  expect(press('ArrowUp')).toBe(11)
  expect(result.current.revealed).toEqual({ index: 1 })
  expect(press('ArrowUp')).toBe(10)
  expect(press('ArrowUp')).toBe(10)
  expect(press('ArrowDown')).toBe(11)
  expect(press('ArrowDown')).toBe(12)
  expect(press('ArrowDown')).toBe(12)
  expect(press('Escape')).toBeNull()
  expect(press('Escape')).toBe('not taken')
  expect(paused).toBeGreaterThan(0)
})
