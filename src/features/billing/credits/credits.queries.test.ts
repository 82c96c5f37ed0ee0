import { expect, test } from 'vitest'
import { bundlesQuery } from './credits.queries.ts'

test('refreshes purchases every 30 seconds [CREDIT-034]', () => {
  expect(bundlesQuery(1).refetchInterval).toBe(30_000)
})
