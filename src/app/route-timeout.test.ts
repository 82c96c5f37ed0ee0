import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageText } from '@/messages/app/pages.ts'
import { describeError } from './describe-error.ts'
import { limitRouteLoading } from './route-timeout.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Loads a nested page, like the router. */
function loadOf(load: () => Promise<{ handle: string }>) {
  const [outer] = limitRouteLoading([{ path: '/', children: [{ path: 'page', lazy: load }] }], () => '/page')
  const lazy = outer?.children?.[0]?.lazy
  if (typeof lazy !== 'function') throw new Error('The page is no longer lazy')
  return lazy()
}

test('a page that has not loaded after 120 s fails, and asks to refresh [SHELL-035]', async () => {
  const outcome = vi.fn()
  void loadOf(() => new Promise(() => {})).catch(outcome)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toHaveBeenCalledOnce()
  expect(describeError(outcome.mock.calls[0]?.[0]).text).toBe(pageText.newVersion)
})

test('a page that loads in time is shown, and one that cannot be loaded fails at once', async () => {
  await expect(loadOf(async () => ({ handle: 'page' }))).resolves.toEqual({ handle: 'page' })
  await expect(loadOf(() => Promise.reject(new TypeError('gone')))).rejects.toThrow('gone')
  expect(vi.getTimerCount()).toBe(0)
})
