import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { Wall } from './Wall.tsx'

afterEach(cleanup)

test('a wall loads a new version of the dashboard by itself, without a question', async () => {
  connectApi({
    apiUrl: 'https://api.platform.example',
    terminalUrl: 'wss://terminal.platform.example',
    tokenKey: 'token',
    fetch: async () => Response.json({ d: [] }),
  })
  const reload = vi.fn()
  const client = new QueryClient()
  const wall = (isOutOfDate: boolean) => (
    <QueryClientProvider client={client}>
      <RouterProvider
        router={createMemoryRouter([
          { path: '*', element: <Wall isOutOfDate={isOutOfDate} reload={reload} /> },
        ])}
      />
    </QueryClientProvider>
  )
  const { rerender } = render(wall(false))
  expect(await screen.findByText('No fleets to show')).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
  rerender(wall(true))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: /reload|update/i })).toBeNull()
})
