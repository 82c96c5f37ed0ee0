import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { latestAnnouncements, subscribeToAnnouncements } from '@/ui/feedback/announcements.ts'
import { OLD_MS, SLOW_MS, StaleNotice, type Refreshable } from './StaleNotice.tsx'

const NOW = Date.parse('2026-11-26T12:00:00Z')
const MINUTE = 60_000

const heard: string[] = []
/** What screen readers were told since the last question. */
const announced = () => heard.splice(0)
let stopListening = () => {}

/** What the notice tells by itself, now. */
const isTold = (region: HTMLElement) =>
  region.textContent !== '' && region.getAttribute('aria-live') !== 'off'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  stopListening = subscribeToAnnouncements(() => heard.push(latestAnnouncements().at(-1)?.text ?? ''))
})
afterEach(() => {
  cleanup()
  stopListening()
  announced()
  vi.useRealTimers()
})

const query = (changes: Partial<Refreshable> = {}): Refreshable => ({
  isRefetchError: false,
  isFetching: true,
  error: null,
  dataUpdatedAt: NOW - 2 * MINUTE,
  refetch() {},
  ...changes,
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a refresh that gets no answer says how old the data is, until it is answered', async () => {
  const { rerender } = render(<StaleNotice query={query()} />)
  await pass(SLOW_MS - 1)
  expect(screen.getByRole('status').textContent).toBe('')
  await pass(1)
  expect(screen.getByRole('status').textContent).toBe(
    'The platform has not answered yet. The data shown is from 2 min ago.',
  )
  // The age goes on.
  await pass(MINUTE)
  expect(screen.getByRole('status').textContent).toMatch(/from 3 min ago/)
  rerender(<StaleNotice query={query({ isFetching: false, dataUpdatedAt: NOW + MINUTE + SLOW_MS })} />)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('each refresh is measured for itself, and the first read of a page is not a refresh', async () => {
  const { rerender } = render(<StaleNotice query={query()} />)
  await pass(SLOW_MS - 1)
  rerender(<StaleNotice query={query({ isFetching: false })} />)
  rerender(<StaleNotice query={query()} />)
  await pass(SLOW_MS - 1)
  expect(screen.getByRole('status').textContent).toBe('')
  rerender(<StaleNotice query={query({ dataUpdatedAt: 0 })} />)
  await pass(SLOW_MS)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('of two queries, the worse is shown: a failed one before a slow one, then the older', async () => {
  const slow = query({ dataUpdatedAt: NOW - 9 * MINUTE })
  const well = query({ isFetching: false })
  const shown = () => screen.getByRole('status').textContent
  const { rerender } = render(<StaleNotice queries={[slow, well]} />)
  await pass(SLOW_MS)
  expect(shown()).toMatch(/^The platform has not answered yet\. .* 9 min ago\.$/)
  rerender(<StaleNotice queries={[slow, failed]} />)
  expect(shown()).toMatch(/^Could not refresh\. .* 2 min ago\./)
  rerender(<StaleNotice queries={[failed, { ...failed, dataUpdatedAt: NOW - 5 * MINUTE }]} />)
  expect(shown()).toMatch(/^Could not refresh\. .* 5 min ago\./)
})

test('a refresh that failed says so, also while it is tried again', async () => {
  render(<StaleNotice query={query({ isRefetchError: true, error: new Error('busy') })} />)
  expect(screen.getByRole('status').textContent).toMatch(
    /^Could not refresh\. The data shown is from 2 min ago\./,
  )
  await pass(SLOW_MS)
  expect(screen.getByRole('status').textContent).toMatch(/^Could not refresh\./)
})

test('numbers that a slow platform is seldom asked for show their age, also during a refresh', async () => {
  const idle = { isFetching: false, dataUpdatedAt: NOW }
  const { rerender } = render(<StaleNotice query={query(idle)} paced />)
  await pass(OLD_MS - 1)
  expect(screen.getByRole('status').textContent).toBe('')
  await pass(1)
  expect(screen.getByRole('status').textContent).toBe('The data shown is from 2 min ago.')
  expect(isTold(screen.getByRole('status'))).toBe(false)
  await pass(5 * MINUTE)
  rerender(<StaleNotice query={query({ ...idle, isFetching: true })} paced />)
  expect(screen.getByRole('status').textContent).toBe('The data shown is from 7 min ago.')
  rerender(<StaleNotice query={query({ ...idle, dataUpdatedAt: Date.now() })} paced />)
  expect(screen.getByRole('status').textContent).toBe('')
  // What is not polled has no age, and a failure says more.
  rerender(<StaleNotice query={query(idle)} />)
  expect(screen.getByRole('status').textContent).toBe('')
  rerender(<StaleNotice query={query({ ...idle, isRefetchError: true })} paced />)
  expect(screen.getByRole('status').textContent).toMatch(/^Could not refresh/)
})

const failed = query({ isRefetchError: true, isFetching: false, error: new Error('busy') })

test.each([
  ['failed', failed, /^Could not refresh\. The data shown is from 2 min ago/],
  ['is slow', query(), /^The platform has not answered yet/],
])(
  'a refresh that %s is announced when it begins and when it ends, not each minute',
  async (_, stale, said) => {
    const { rerender } = render(<StaleNotice query={stale} />)
    await pass(stale.isFetching ? SLOW_MS : 0)
    const region = screen.getByRole('status')
    expect(region.textContent).toMatch(said)
    expect(isTold(region)).toBe(true)
    for (let minute = 0; minute < 5; minute += 1) {
      const before = region.textContent
      await pass(MINUTE)
      expect(region.textContent).not.toBe(before)
      expect(isTold(region)).toBe(false)
    }
    expect(announced()).toEqual([])
    rerender(<StaleNotice query={query({ isFetching: false, dataUpdatedAt: Date.now() })} />)
    expect(announced()).toEqual(['The data is up to date again.'])
  },
)

test('several notices of a page are announced once, and nothing when the page is left', () => {
  const well = query({ isFetching: false })
  const page = (one: Refreshable, other: Refreshable) => (
    <>
      <StaleNotice query={one} />
      <StaleNotice query={other} />
    </>
  )
  const { rerender, unmount } = render(page(failed, failed))
  const told = () => screen.getAllByRole('status').filter(isTold).length
  expect(told()).toBe(1)
  rerender(page(well, failed))
  expect(announced()).toEqual([])
  rerender(page(well, well))
  expect(announced()).toEqual(['The data is up to date again.'])
  rerender(page(failed, well))
  expect(told()).toBe(1)
  unmount()
  expect(announced()).toEqual([])
})
