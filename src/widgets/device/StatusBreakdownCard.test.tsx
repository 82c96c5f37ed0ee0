import type { UseQueryResult } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { noCounts, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import { StatusBreakdownCard } from './StatusBreakdownCard.tsx'

afterEach(cleanup)

/** The card with counts whose last refresh has failed or not. */
function show(isRefetchError: boolean) {
  const refetch = vi.fn<() => void>()
  const counts = {
    data: { ...noCounts(), operational: 18 },
    isError: isRefetchError,
    isRefetchError,
    error: isRefetchError ? new Error('status of 500') : null,
    isFetching: false,
    dataUpdatedAt: Date.now() - 120_000,
    refetch,
  } as unknown as UseQueryResult<StatusCounts>
  render(<StatusBreakdownCard label="By status" counts={counts} hrefOf={() => '/'} />)
  return { refetch, card: within(screen.getByRole('group', { name: 'Devices by status' })) }
}

test('counts that cannot be refreshed stay, and show their age like a list', () => {
  const { refetch, card } = show(true)
  expect(card.getByText('18', { selector: 'p b' })).toBeVisible()
  expect(card.getByText('Could not refresh. The data shown is from 2 min ago.')).toBeVisible()
  fireEvent.click(card.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('counts that are up to date show no age', () => {
  expect(show(false).card.queryByText(/^Could not refresh/)).toBeNull()
})
