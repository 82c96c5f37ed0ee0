import { act, cleanup, render, screen } from '@testing-library/react'
import { createBrowserRouter, Outlet, RouterProvider, useSearchParams } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Status } from '@/ui/feedback/Status.tsx'
import { NavigationProgress } from './NavigationProgress.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  window.history.replaceState(null, '', '/')
})

function Page() {
  const [params] = useSearchParams()
  return params.has('search') && <Status>Nothing found</Status>
}

const routes = [
  {
    element: (
      <>
        <NavigationProgress />
        <Outlet />
      </>
    ),
    children: [{ path: '*', element: <Page /> }],
  },
]

test.each([
  ['at the root', undefined, '/fleets'],
  ['below a path', '/demo', '/demo/fleets'],
])('%s, what is shown on an open page is announced', async (_where, basename, start) => {
  window.history.replaceState(null, '', start)
  const router = createBrowserRouter(routes, { basename })
  render(<RouterProvider router={router} />)
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await act(() => router.navigate('?search=x'))
  expect(screen.getByText('Nothing found').className).toContain('later')
  router.dispose()
})
