import { atScale } from './at-scale.ts'

export const oneHundredThousand = atScale(
  'one-hundred-thousand',
  'A hundred thousand devices',
  100_000,
  '100,000 devices: every list, count, search and filter is as quick as with a hundred.',
)
