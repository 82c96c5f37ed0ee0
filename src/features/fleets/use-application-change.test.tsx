import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useApplicationChange } from './use-application-change.ts'

test('the lists of fleets are read again after one has changed, and not before', async () => {
  const queries = new QueryClient()
  const happened: string[] = []
  const { result } = renderHook(
    () => {
      useQuery({
        queryKey: ['application', 'list', { page: 1 }],
        queryFn: () => {
          happened.push('list read')
          return []
        },
        staleTime: Infinity,
      })
      return useApplicationChange()
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      ),
    },
  )
  await waitFor(() => expect(happened).toEqual(['list read']))
  await result.current(async () => void happened.push('changed'), 'Renamed')
  expect(happened).toEqual(['list read', 'changed', 'list read'])
})
