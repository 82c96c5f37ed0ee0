// @vitest-environment jsdom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { SimulationDataProvider, type SimulationData } from '@/simulation/simulation-data-context.tsx'
import { SimulatedProjects } from './SimulatedProjects.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const knowledge: SimulationData = {
  events: async () => [],
  fleetHistories: async () => [],
  fleetStatuses: async (fleet, at) => ({ fleet, at: new Date(at).toISOString(), statuses: {}, devices: [] }),
  metrics: async () => [],
  changes: async () => [],
}

function show(known: SimulationData | null) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    requests.push(new Request(input).url)
    return Response.json([{ full_name: 'flotilla-examples/hello-fleet' }])
  })
  const chosen: string[] = []
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SimulationDataProvider knowledge={known}>
        <SimulatedProjects onChoose={(address) => chosen.push(address)} />
      </SimulationDataProvider>
    </QueryClientProvider>,
  )
  return { requests, chosen }
}

test('lists the simulated projects, and fills in the address of one on click', async () => {
  const { chosen } = show(knowledge)
  await userEvent.click(await screen.findByRole('button', { name: 'flotilla-examples/hello-fleet' }))
  expect(chosen).toEqual(['https://github.com/flotilla-examples/hello-fleet'])
})

test('lists nothing on a real platform, without any request', () => {
  const { requests } = show(null)
  expect(screen.queryByRole('group')).toBeNull()
  expect(requests).toEqual([])
})
