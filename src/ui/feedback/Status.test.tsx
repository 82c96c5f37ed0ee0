import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EmptyState } from './EmptyState.tsx'
import { notePageArrival } from './page-arrival.ts'
import { Status } from './Status.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTime(ms)
const content = () => screen.getByRole('status').firstElementChild

test('what appears while a page is open comes a moment after its region; what arrives with the page does not', () => {
  notePageArrival()
  const { unmount } = render(<Status>12 devices</Status>)
  expect(content()).toBeNull()
  unmount()
  pass(1000)
  render(<Status>3 devices renamed</Status>)
  expect(content()?.className).toContain('later')
  cleanup()
  // Another page is about to appear.
  window.history.pushState(null, '', '/elsewhere')
  render(<Status>7 devices</Status>)
  expect(content()).toBeNull()
})

test('that nothing matches a filter is announced, and that a list is empty is not', () => {
  const { rerender } = render(<EmptyState answers title="No devices match these filters" />)
  expect(screen.getByRole('status').textContent).toBe('No devices match these filters')
  rerender(<EmptyState title="No devices yet" />)
  expect(screen.queryByRole('status')).toBeNull()
})

test('a region without text is empty, so that its styles can tell', () => {
  for (const nothing of [undefined, null, false, '']) {
    const { unmount } = render(<Status>{nothing}</Status>)
    expect(screen.getByRole('status').childNodes).toHaveLength(0)
    unmount()
  }
  render(<Status>{0}</Status>)
  expect(screen.getByRole('status').textContent).toBe('0')
})

test('a progress is announced when it begins, then every ten seconds, and its end is again', () => {
  const told: string[] = []
  const show = (text: string, paced = true) => (
    <Status as="span" paced={paced}>
      {text}
    </Status>
  )
  const { rerender } = render(show('0 of 50'))
  const listen = () => {
    const region = screen.getByRole('status')
    if (region.getAttribute('aria-live') !== 'off') told.push(region.textContent)
  }
  listen()
  for (let done = 1; done <= 50; done += 1) {
    act(() => void pass(500))
    rerender(show(`${done} of 50`))
    listen()
  }
  rerender(show('All 50 restarted', false))
  listen()
  expect(told).toEqual(['0 of 50', '20 of 50', '40 of 50', 'All 50 restarted'])
})
