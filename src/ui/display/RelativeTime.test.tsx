import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { TimeProvider, type TimeSource } from './now.tsx'
import { RelativeTime } from './RelativeTime.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const AT = '2026-11-20T12:00:00.000Z'

function aWorldTime(iso: string) {
  let now = Date.parse(iso)
  const listeners = new Set<() => void>()
  const source: TimeSource = {
    now: () => now,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const jump = (ms: number) => {
    now += ms
    for (const listener of listeners) listener()
  }
  return { source, jump }
}

test('a relative time follows the platform’s clock and its jumps', () => {
  const { source, jump } = aWorldTime('2026-11-20T14:30:00Z')
  render(
    <TimeProvider source={source}>
      <RelativeTime at={AT} />
    </TimeProvider>,
  )
  const time = screen.getByText('2 h ago')
  expect(time.getAttribute('datetime')).toBe(AT)
  expect(time.title).toMatch(/20 Nov 2026, \d\d:00:00 \S+/)
  act(() => jump(24 * 3_600_000))
  expect(screen.getByText('1 d ago')).toBe(time)
})

test('a relative time is updated as time passes', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:05Z') })
  render(<RelativeTime at={AT} />)
  expect(screen.getByText('just now')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(10_000))
  expect(screen.getByText('15 s ago')).toBeTruthy()
})

test('an invalid time is shown as unknown', () => {
  const { container } = render(<RelativeTime at="never" />)
  expect(container.textContent).toBe('unknown')
})
