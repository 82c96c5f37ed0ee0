import { expect, test } from 'vitest'
import { whyNotDelete } from './why-not-delete.ts'

const free = { is_pinned_to__device: 0, should_be_running_on__application: [] }

test('a release with a pinned device cannot be deleted [REL-024]', () => {
  expect(whyNotDelete({ ...free, is_pinned_to__device: 1 })).toBe(
    'Cannot delete pinned releases: 1 device is pinned to this one.',
  )
  expect(whyNotDelete({ ...free, is_pinned_to__device: [{ id: 1 }] })).toBe('Cannot delete pinned releases')
})

test('the target release of a fleet cannot be deleted [REL-025]', () => {
  expect(whyNotDelete({ ...free, should_be_running_on__application: [{ id: 1 }] })).toBe(
    'Cannot delete pinned releases: this is the target release of its fleet.',
  )
})

test('any other release can be deleted', () => {
  expect(whyNotDelete(free)).toBeUndefined()
  expect(whyNotDelete({ ...free, is_pinned_to__device: [] })).toBeUndefined()
})
