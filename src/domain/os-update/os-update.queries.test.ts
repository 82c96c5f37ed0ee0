import { expect, test } from 'vitest'
import { osTarget, osVersionsQuery } from './os-update.queries.ts'

test('versions of the operating system are kept for ten minutes, whatever order the types come in [DACT-047]', () => {
  const query = osVersionsQuery(['raspberrypi5', 'raspberrypi3', 'raspberrypi5'])
  expect(query.staleTime).toBe(10 * 60_000)
  expect(query.queryKey).toEqual(osVersionsQuery(['raspberrypi3', 'raspberrypi5']).queryKey)
})

test('the actions service is told the version with the device’s variant', () => {
  expect(osTarget({ osVariant: 'prod' }, '6.1.0')).toBe('6.1.0.prod')
  expect(osTarget({ osVariant: null }, '6.1.0')).toBe('6.1.0')
})
