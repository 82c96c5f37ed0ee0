// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { startUp, type StartProblemState, type StartState } from '@/app/start-up.ts'
import { noThirdParties } from '@/lib/third-parties.ts'
import { SlowStart } from './SlowStart.tsx'
import { StartProblem } from './StartProblem.tsx'
import { StartUp } from './StartUp.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Mocks a status page with this response. */
function statusPage(status: object | null) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    if (status === null) throw new TypeError('Failed to fetch')
    return Response.json({ page: { url: 'https://status.example.com/now' }, status })
  })
  connectApi({
    apiUrl: 'https://api.example.com',
    terminalUrl: 'wss://terminal.example.com',
    tokenKey: 'token',
    parties: { ...noThirdParties, statusUrl: 'https://status.example.com' },
  })
  return asked
}

const show = (content: ReactNode) =>
  act(async () => {
    render(content)
    await vi.advanceTimersByTimeAsync(0)
  })

test('a slow start is announced, with the state from the status page [SHELL-006, SHELL-033]', async () => {
  const asked = statusPage({ indicator: 'major', description: 'Partial System Outage' })
  await show(<SlowStart isConnected />)
  expect(asked).toEqual(['https://status.example.com/api/v2/summary.json'])
  expect(screen.getByRole('status').textContent).toContain(
    'Starting takes longer than usual. The status page reports: Partial System Outage.',
  )
  // The text comes a moment after its region, although no page has arrived yet: otherwise screen readers ignore it.
  expect(screen.getByRole('status').firstElementChild?.className).toContain('later')
  expect(screen.getByRole('link', { name: 'Platform status' }).getAttribute('href')).toBe(
    'https://status.example.com/now',
  )
})

test('a status page without news, or without response, is ignored', async () => {
  statusPage({ indicator: 'none', description: 'All Systems Operational' })
  await show(<SlowStart isConnected />)
  expect(screen.getByText(/reports no incidents/)).toBeTruthy()
  cleanup()
  statusPage(null)
  await show(<SlowStart isConnected />)
  expect(screen.getByRole('status').textContent).toBe('Starting takes longer than usual.')
})

test('only a slow start requests the status page [SHELL-033]', async () => {
  const asked = statusPage({ indicator: 'none', description: 'All Systems Operational' })
  const starting = { kind: 'starting', content: 'the first page', isConnected: true } as const
  const { rerender } = render(<StartUp state={{ ...starting, isSlow: false }} />)
  expect(asked).toEqual([])
  rerender(<StartUp state={{ ...starting, isSlow: true }} />)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  expect(screen.getByText('the first page')).toBeTruthy()
  rerender(<StartUp state={{ kind: 'started', content: 'the first page' }} />)
  expect(screen.queryByRole('status')).toBeNull()
})

test('sends no request before the status page is known', async () => {
  const asked = statusPage(null)
  await show(<SlowStart isConnected={false} />)
  expect(asked).toEqual([])
})

const aProblem = (change: Partial<StartProblemState> = {}): StartProblemState => ({
  kind: 'failed',
  error: new Error('The platform could not be reached'),
  retriesAt: Date.now() + 10_000,
  isRetrying: false,
  tryNow: () => {},
  ...change,
})

test('a start that takes over 59 s fails with a message [SHELL-032]', async () => {
  const states: StartState[] = []
  startUp(
    () => new Promise(() => {}),
    (state) => states.push(state),
  )
  await vi.advanceTimersByTimeAsync(58_900)
  expect(states.at(-1)).toMatchObject({ kind: 'starting', isSlow: true })
  await vi.advanceTimersByTimeAsync(200)
  const problem = states.at(-1)
  if (problem?.kind !== 'failed') throw new Error('It is not given up')
  await show(<StartProblem problem={problem} />)
  expect(screen.getByRole('alert').textContent).toBe('Loading took longer than a minute.')
  expect(screen.getByText('Trying again in 10 s.')).toBeTruthy()
})

test('a failed start shows the reason and the time of the retry, and can be retried at once [SHELL-034]', async () => {
  const tryNow = vi.fn()
  await show(<StartProblem problem={aProblem({ tryNow })} />)
  expect(screen.getByRole('heading', { name: 'The dashboard cannot start' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('The platform could not be reached')
  expect(screen.getByText('Trying again in 10 s.')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(4_000))
  expect(screen.getByText('Trying again in 6 s.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }))
  expect(tryNow).toHaveBeenCalledOnce()
  cleanup()
  await show(<StartProblem problem={aProblem({ isRetrying: true })} />)
  expect(screen.getByText('Trying again…')).toBeTruthy()
})
