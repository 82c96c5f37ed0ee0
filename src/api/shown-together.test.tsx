import { QueryClient, QueryClientProvider, notifyManager, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { showAnswersTogether } from './shown-together.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  notifyManager.setScheduler((callback) => setTimeout(callback, 0))
  vi.restoreAllMocks()
})

function Answer({ of: name, answers }: { of: string; answers: Promise<string> }) {
  const { data } = useQuery({ queryKey: [name], queryFn: () => answers })
  return <p>{data ?? 'no answer'}</p>
}

function openTwo() {
  const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let commits = 0
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Profiler id="page" onRender={() => (commits += 1)}>
        <Answer of="one" answers={one.promise} />
        <Answer of="other" answers={other.promise} />
      </Profiler>
    </QueryClientProvider>,
  )
  commits = 0
  return { one, other, commits: () => commits }
}

test('answers that arrive within a frame are shown by one render', async () => {
  showAnswersTogether()
  const { one, other, commits } = openTwo()
  one.resolve('first answer')
  setTimeout(() => other.resolve('second answer'))
  expect(await screen.findByText('second answer')).toBeTruthy()
  expect(screen.getByText('first answer')).toBeTruthy()
  expect(commits()).toBe(1)
})

test('they are shown without frames too, as in a hidden page', async () => {
  vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0)
  showAnswersTogether()
  const { one } = openTwo()
  one.resolve('first answer')
  expect(await screen.findByText('first answer')).toBeTruthy()
})

test('one that fails is reported, and the others are shown', async () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  showAnswersTogether()
  const failure = new Error('A fault of one observer')
  notifyManager.schedule(() => {
    throw failure
  })
  const told = vi.fn()
  notifyManager.schedule(told)
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
  expect(reported.mock.calls).toEqual([[failure]])
})
