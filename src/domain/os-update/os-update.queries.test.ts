import { expect, test } from 'vitest'
import { osTarget, osVersionsQuery } from './os-update.queries.ts'

test('OS versions are cached for ten minutes, regardless of the order of the device types [DACT-047]', () => {
  const query = osVersionsQuery(['raspberrypi5', 'raspberrypi3', 'raspberrypi5'])
  expect(query.staleTime).toBe(10 * 60_000)
  expect(query.queryKey).toEqual(osVersionsQuery(['raspberrypi3', 'raspberrypi5']).queryKey)
})

test('the version sent to the actions service includes the variant of the device', () => {
  expect(osTarget({ osVariant: 'prod' }, '6.1.0')).toBe('6.1.0.prod')
  expect(osTarget({ osVariant: null }, '6.1.0')).toBe('6.1.0')
})
