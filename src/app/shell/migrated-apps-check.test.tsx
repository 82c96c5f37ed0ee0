// @vitest-environment jsdom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { migratedApps } from '@/domain/fleet/migrated-apps.ts'
import { useMigratedAppsCheck } from './migrated-apps-check.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const tokenOf = (id: number) => ['e30', btoa(JSON.stringify({ id })), 'signature'].join('.')

/** Opens the dashboard anew as somebody. Gives what the platform is asked. */
function comeAs(user: number, apps: object[]) {
  const asked: string[] = []
  localStorage.setItem('token', tokenOf(user))
  connectApi({
    apiUrl: 'https://api.example.com',
    terminalUrl: 'wss://terminal.example.com',
    tokenKey: 'token',
    fetch: async (address) => {
      asked.push(decodeURIComponent(new Request(address).url))
      return Response.json({ d: apps })
    },
  })
  const queries = new QueryClient()
  renderHook(useMigratedAppsCheck, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    ),
  })
  return asked
}

test('whether there are apps is asked once for a person, and what was found is stored [SHELL-040]', async () => {
  const first = comeAs(7, [{ is_of__class: 'fleet' }, { is_of__class: 'app' }])
  await waitFor(() => expect(migratedApps.get()).toEqual({ user: 7, hasApps: true }))
  expect(first).toHaveLength(1)
  expect(first[0]).toContain('$select=is_of__class')
  expect(localStorage.getItem('migrated-apps')).toBe('{"user":7,"hasApps":true}')
  cleanup()

  const second = comeAs(7, [])
  cleanup()
  const other = comeAs(8, [{ is_of__class: 'block' }])
  await waitFor(() => expect(migratedApps.get()).toEqual({ user: 8, hasApps: false }))
  expect(other).toHaveLength(1)
  expect(second).toEqual([])
})
