import { expect, test } from 'vitest'
import { blockImage } from './block-image.ts'

test('a block is built on by its slug, fleets and apps are not [CONST-002]', () => {
  const slug = 'acme_logistics/edge-metrics'
  expect(blockImage({ is_of__class: 'block', slug })).toBe('bh.cr/acme_logistics/edge-metrics')
  expect(blockImage({ is_of__class: 'fleet', slug })).toBeUndefined()
  expect(blockImage({ is_of__class: 'app', slug })).toBeUndefined()
})
