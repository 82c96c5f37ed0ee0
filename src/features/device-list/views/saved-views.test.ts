import { afterEach, expect, test, vi } from 'vitest'
import { storedViews } from './saved-views.ts'

afterEach(() => vi.unstubAllGlobals())

test('offers only valid stored views', () => {
  const stored = [
    null,
    'text',
    { name: 'without a search' },
    { search: 'status=updating' },
    { name: 7, search: 'status=updating' },
    { name: 'wrong', search: ['status=updating'] },
    { name: 'whole', search: 'status=updating' },
  ]
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(stored), setItem: () => {} })
  expect(storedViews.get()).toEqual([{ name: 'whole', search: 'status=updating' }])
})
