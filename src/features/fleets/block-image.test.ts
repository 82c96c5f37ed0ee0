import { expect, test } from 'vitest'
import { blockImage } from './block-image.ts'

test('blocks can be used as base image by slug, fleets and apps cannot [CONST-002]', () => {
  const slug = 'acme_logistics/edge-metrics'
  expect(blockImage({ is_of__class: 'block', slug })).toBe('bh.cr/acme_logistics/edge-metrics')
  expect(blockImage({ is_of__class: 'fleet', slug })).toBeUndefined()
  expect(blockImage({ is_of__class: 'app', slug })).toBeUndefined()
})
