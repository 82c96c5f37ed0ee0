import { expect, test } from 'vitest'
import { shownPlace } from './device-place.ts'

const geo = { latitude: '51.92', longitude: '4.48', custom_latitude: '', custom_longitude: '' }

test('maps show a device at its custom location if it has one [DEVLIST-010]', () => {
  const custom = { ...geo, custom_latitude: '52.5', custom_longitude: '13.4' }
  expect(shownPlace(custom)).toEqual({ latitude: 52.5, longitude: 13.4 })
})

test('maps show a device without a custom location at its derived one, with all digits [DEVLIST-011]', () => {
  expect(shownPlace(geo)).toEqual({ latitude: 51.92, longitude: 4.48 })
  expect(shownPlace({ ...geo, custom_latitude: null, custom_longitude: null })).toEqual({
    latitude: 51.92,
    longitude: 4.48,
  })
})

test('a device without coordinates has no location', () => {
  expect(shownPlace({ ...geo, latitude: null })).toBeNull()
})
