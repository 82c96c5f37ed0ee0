import { expect, test } from 'vitest'
import { bundlesQuery } from './credits.queries.ts'

test('what was bought is read again every half minute [CREDIT-034]', () => {
  expect(bundlesQuery(1).refetchInterval).toBe(30_000)
})
