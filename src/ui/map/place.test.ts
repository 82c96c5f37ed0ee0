import { expect, test } from 'vitest'
import { boxAround, isInBox, nearestTo, pointedAt } from './place.ts'

test('a higher zoom level gives a location more digits, as precise as a pixel', () => {
  const point = { lat: 51.923456789, lng: 4.487654321 }
  expect(pointedAt(point, 1)).toEqual({ latitude: 51.9, longitude: 4.5 })
  expect(pointedAt(point, 9)).toEqual({ latitude: 51.923, longitude: 4.488 })
  expect(pointedAt(point, 19)).toEqual({ latitude: 51.923457, longitude: 4.487654 })
})

test('a point on another copy of the world, or beyond its edge, is normalized', () => {
  expect(pointedAt({ lat: 10, lng: 190 }, 3)).toEqual({ latitude: 10, longitude: -170 })
  expect(pointedAt({ lat: -95, lng: -530 }, 3)).toEqual({ latitude: -90, longitude: -170 })
})

test('a location is shown on the visible copy of the world', () => {
  expect(nearestTo(175, -179)).toBe(181)
  expect(nearestTo(-170, 178)).toBe(-182)
  expect(nearestTo(5, 4)).toBe(4)
})

test('a box contains locations also beyond the edge of the world', () => {
  const box = { west: 170, east: 190, south: -10, north: 10 }
  expect(isInBox({ latitude: 0, longitude: -175 }, box)).toBe(true)
  expect(isInBox({ latitude: 0, longitude: 175 }, box)).toBe(true)
  expect(isInBox({ latitude: 0, longitude: -165 }, box)).toBe(false)
  expect(isInBox({ latitude: 11, longitude: 180 }, box)).toBe(false)
})

test('the bounding box contains all locations', () => {
  const places = [
    { latitude: 51.92, longitude: 4.48 },
    { latitude: -12.05, longitude: -77.04 },
    { latitude: 1, longitude: 9 },
  ]
  expect(boxAround(places)).toEqual({ west: -77.04, east: 9, south: -12.05, north: 51.92 })
  expect(boxAround([])).toBeUndefined()
})
