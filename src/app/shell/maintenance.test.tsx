// @vitest-environment jsdom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { noThirdParties } from '@/lib/third-parties.ts'
import { TimeProvider } from '@/ui/display/now.tsx'
import { MaintenanceNotice } from './MaintenanceNotice.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const summary = {
  page: { url: 'https://status.example.com' },
  status: { indicator: 'none', description: 'All Systems Operational' },
  scheduled_maintenances: [
    {
      id: 'later',
      name: 'New racks',
      status: 'scheduled',
      scheduled_for: '2026-12-05T06:00:00Z',
      scheduled_until: '2026-12-05T08:00:00Z',
    },
    {
      id: 'next',
      name: 'Database maintenance',
      status: 'scheduled',
      scheduled_for: '2026-11-21T06:00:00Z',
      scheduled_until: '2026-11-21T08:00:00Z',
    },
  ],
}

const tokenWith = (permissions: string[]) =>
  ['e30', btoa(JSON.stringify({ id: 1, permissions })), 'signature'].join('.')

/** What an account with these permissions is told, and what was asked for it; the clock stands until it is moved. */
async function showTo(permissions: string[], moment: string) {
  const fetch = vi.fn(async (_address: string) => Response.json(summary))
  vi.stubGlobal('fetch', fetch)
  localStorage.setItem('token', tokenWith(permissions))
  connectApi({
    apiUrl: 'https://api.example.com',
    terminalUrl: 'wss://terminal.example.com',
    tokenKey: 'token',
    parties: { ...noThirdParties, statusUrl: 'https://status.example.com' },
  })
  let now = Date.parse(moment)
  const listeners = new Set<() => void>()
  const source = {
    now: () => now,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const queries = new QueryClient()
  render(
    <QueryClientProvider client={queries}>
      <TimeProvider source={source}>
        <MaintenanceNotice />
      </TimeProvider>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  const moveTo = (next: string) =>
    act(() => {
      now = Date.parse(next)
      for (const listener of listeners) listener()
    })
  return { fetch, moveTo }
}

test('accounts of the admin kind are warned a day ahead and while it lasts [SHELL-028, SHELL-006]', async () => {
  const { moveTo } = await showTo(['admin.home'], '2026-11-20T05:59Z')
  expect(screen.queryByRole('status')).toBeNull()
  moveTo('2026-11-20T06:00Z')
  expect(screen.getByRole('status').textContent).toMatch(
    /^Maintenance is planned from 21 Nov 2026.* until 21 Nov 2026.*: Database maintenance\.Platform status$/,
  )
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://status.example.com')
  moveTo('2026-11-21T06:00Z')
  expect(screen.getByText(/^Maintenance is in progress until .*: Database maintenance\.$/)).toBeTruthy()
  moveTo('2026-11-21T08:00Z')
  expect(screen.queryByRole('status')).toBeNull()
})

test('a planned maintenance that was dismissed is told again when it begins', async () => {
  const { moveTo } = await showTo(['admin.home'], '2026-11-20T14:00Z')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('status')).toBeNull()
  moveTo('2026-11-21T07:00Z')
  expect(screen.getByText(/in progress/)).toBeTruthy()
})

test.each([[['support.home']], [[]]])(
  'an account with %j is told nothing, and asks nothing [SHELL-028]',
  async (permissions) => {
    const { fetch } = await showTo(permissions, '2026-11-21T07:00Z')
    expect(screen.queryByRole('status')).toBeNull()
    expect(fetch).not.toHaveBeenCalled()
  },
)
