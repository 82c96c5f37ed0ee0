import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announce } from './announcements.ts'
import { Toaster } from './Toaster.tsx'
import { dismissAllToasts, showToast } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
})
afterEach(() => {
  cleanup()
  dismissAllToasts()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const show = (...toasts: Parameters<typeof showToast>[0][]) =>
  act(() => toasts.forEach((toast) => void showToast(toast)))

test('errors are announced assertively, other toasts politely [ERR-029]', () => {
  show({ tone: 'bad', title: 'It failed' }, { tone: 'ok', title: 'It worked' })
  expect(screen.getByRole('alert').textContent).toContain('It failed')
  expect(screen.getByRole('status').textContent).toContain('It worked')
})

test('a toast disappears by itself, but not while it is hovered or focused', () => {
  show({ tone: 'ok', title: 'Saved', lifetimeMs: 1000 })
  fireEvent.pointerEnter(screen.getByRole('group', { name: 'Saved' }))
  act(() => void vi.advanceTimersByTime(5000))
  expect(screen.getByText('Saved')).toBeTruthy()
  fireEvent.pointerLeave(screen.getByRole('group', { name: 'Saved' }))
  act(() => void vi.advanceTimersByTime(1000))
  expect(screen.queryByText('Saved')).toBeNull()
})

test('while there are toasts, the page knows how much of the window they cover, so that dialogs end above them', () => {
  const covered = () => document.documentElement.style.getPropertyValue('--toasts')
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, innerHeight - 80))
  expect(covered()).toBe('')
  show({ tone: 'ok', title: 'Saved', lifetimeMs: 1000 })
  expect(covered()).toBe('80px')
  // A narrower window wraps their text.
  vi.mocked(HTMLElement.prototype.getBoundingClientRect).mockReturnValue(new DOMRect(0, innerHeight - 120))
  fireEvent(window, new Event('resize'))
  expect(covered()).toBe('120px')
  act(() => void vi.advanceTimersByTime(1000))
  expect(covered()).toBe('')
})

test('toasts with the same key replace each other, and old ones are removed', () => {
  show(
    { tone: 'info', key: 'throttled', title: 'Wait 5 s' },
    { tone: 'info', key: 'throttled', title: 'Wait 4 s' },
  )
  expect(screen.queryByText('Wait 5 s')).toBeNull()
  show(...[1, 2, 3, 4].map((each) => ({ tone: 'ok' as const, title: `Done ${each}` })))
  expect(screen.queryByText('Wait 4 s')).toBeNull()
  expect(within(screen.getByRole('status')).getAllByRole('group')).toHaveLength(4)
})

test('a toast with an action stays until it is used or dismissed', () => {
  const onPress = vi.fn()
  show({ tone: 'warn', title: 'Removed', action: { label: 'Undo', onPress } })
  // Nobody has to hurry.
  act(() => void vi.advanceTimersByTime(3_600_000))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onPress).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Removed')).toBeNull()
})

test('announcements and toasts arrive in one region that was there before, also the same sentence again', () => {
  const region = screen.getByRole('status')
  expect(region.textContent).not.toContain('sensor-hub')
  act(() => announce('sensor-hub: Running'))
  const first = screen.getByText('sensor-hub: Running')
  expect(region.contains(first)).toBe(true)
  act(() => announce('sensor-hub: Running'))
  expect(screen.getByText('sensor-hub: Running')).not.toBe(first)
  show({ tone: 'ok', title: 'Saved' })
  expect(region.contains(screen.getByText('Saved'))).toBe(true)
})
