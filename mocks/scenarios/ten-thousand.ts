import { atScale } from './at-scale.ts'

export const tenThousand = atScale(
  'ten-thousand',
  'Ten thousand devices',
  10_000,
  '10,000 devices, as a company has them that lives from its fleets: lists are paged, counted and searched by the cloud.',
)
