import { QueryClient, QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Component, startTransition, Suspense, useState, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors.ts'
import { onRecoverableError } from './recovered-errors.ts'

afterEach(cleanup)

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render = () => (this.state.failed ? <p>Failed</p> : this.props.children)
}

function Page({ queryFn }: { queryFn: () => Promise<string> }) {
  const { data } = useSuspenseQuery({ queryKey: ['read'], queryFn, retry: false })
  return <p>{data}</p>
}

/** A page whose data are gone reads them again, and fails while the next page is about to be shown. */
async function leaveFailingPage(error: Error) {
  const reported = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', reported)
  const queries = new QueryClient()
  queries.setQueryData(['read'], 'Old page')
  let fail: ((error: Error) => void) | undefined
  const queryFn = () => new Promise<string>((_, reject) => (fail = reject))
  function Pages() {
    const [isLeft, setLeft] = useState(false)
    const [, setCount] = useState(0)
    const leave = () => {
      startTransition(() => setLeft(true))
      setCount((count) => count + 1)
    }
    return (
      <>
        <button type="button" onClick={leave}>
          Leave
        </button>
        {isLeft ? <p>Next page</p> : <Page queryFn={queryFn} />}
      </>
    )
  }
  render(
    <QueryClientProvider client={queries}>
      <Boundary>
        <Suspense fallback={<p>Wait</p>}>
          <Pages />
        </Suspense>
      </Boundary>
    </QueryClientProvider>,
    { onRecoverableError },
  )
  expect(screen.getByText('Old page')).toBeTruthy()
  queries.removeQueries({ queryKey: ['read'] })
  const read = queries.fetchQuery({ queryKey: ['read'], queryFn, retry: false }).catch(() => {})
  await act(async () => {
    fail?.(error)
    await read
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
  })
  expect(screen.getByText('Next page')).toBeTruthy()
  vi.unstubAllGlobals()
  return reported.mock.calls.map(([reportedError]) => (reportedError as Error).cause)
}

test('a failed read of a page that is being left is not an uncaught error', async () => {
  expect(await leaveFailingPage(new ApiError('network', 'no answer'))).toEqual([])
})

test('any other error from which React recovers is reported', async () => {
  const bug = new TypeError('x is not a function')
  expect(await leaveFailingPage(bug)).toEqual([bug])
})
