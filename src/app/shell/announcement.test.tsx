// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TimeProvider } from '@/ui/display/now.tsx'
import { isAnnouncing } from './announcement-window.ts'
import { Announcement } from './Announcement.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
})

/** A platform whose clock stands at a moment until it is moved. */
function showAt(moment: string) {
  let now = Date.parse(moment)
  const listeners = new Set<() => void>()
  render(
    <TimeProvider
      source={{
        now: () => now,
        subscribe(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      }}
    >
      <Announcement />
    </TimeProvider>,
  )
  return (next: string) =>
    act(() => {
      now = Date.parse(next)
      for (const listener of listeners) listener()
    })
}

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const shown = () => screen.queryByText(/new dashboard/)

test.each([
  ['2024-11-20T23:59:59.999Z', false],
  ['2024-11-21T00:00:00.000Z', true],
  ['2024-11-28T23:59:59.999Z', true],
  ['2024-11-29T00:00:00.000Z', false],
])('at %s the announcement may be shown: %s [CHLOG-005]', (moment, is) => {
  expect(isAnnouncing(Date.parse(moment))).toBe(is)
})

test('the announcement comes after 4 s, and by the platform’s clock [CHLOG-005, CHLOG-006]', () => {
  const moveTo = showAt('2024-11-20T12:00Z')
  pass(60_000)
  expect(shown()).toBeNull()
  moveTo('2024-11-21T00:00Z')
  pass(3999)
  expect(shown()).toBeNull()
  pass(1)
  expect(shown()).not.toBeNull()
  moveTo('2024-11-29T00:00Z')
  expect(shown()).toBeNull()
})

test('the announcement stays until dismissed, and does not come back to this browser [CHLOG-007, CHLOG-008]', () => {
  showAt('2024-11-22T12:00Z')
  pass(3_600_000)
  expect(shown()).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(shown()).toBeNull()
  expect(localStorage.getItem('announcement-dismissed')).toBe('true')
  cleanup()
  showAt('2024-11-22T13:00Z')
  pass(60_000)
  expect(shown()).toBeNull()
})
