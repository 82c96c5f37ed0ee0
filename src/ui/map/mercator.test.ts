import { expect, test } from 'vitest'
import { isInView, MOST_ZOOM, placeAt, toScreen, viewOf } from './mercator.ts'

const size = { width: 800, height: 400 }
const rotterdam = { latitude: 51.92, longitude: 4.48 }
const lima = { latitude: -12.05, longitude: -77.04 }

test('a place stands in the middle of the view that is made for it', () => {
  const { x, y } = toScreen(rotterdam, viewOf([rotterdam], size))
  expect(x).toBeCloseTo(400)
  expect(y).toBeCloseTo(200)
})

test('the place under a point of the map is the one that was drawn there', () => {
  const view = { ...viewOf([lima], size) }
  const { latitude, longitude } = placeAt(toScreen(lima, view), view)
  expect(latitude).toBeCloseTo(lima.latitude, 1)
  expect(longitude).toBeCloseTo(lima.longitude, 1)
})

test('a nearer view gives a place more digits, and never more than a pixel is worth', () => {
  expect(placeAt({ x: 3, y: 3 }, { x: 0, y: 0, k: 1 }).longitude.toString()).toMatch(/^-177\.9$/)
  const near = placeAt({ x: 3, y: 3 }, { x: 0, y: 0, k: MOST_ZOOM }).longitude
  expect(String(near).split('.')[1]?.length).toBeLessThanOrEqual(6)
})

test('a point beyond the edge of the world is a place on its edge', () => {
  const { latitude, longitude } = placeAt({ x: -5000, y: 200 }, { x: 0, y: 0, k: 1 })
  expect(longitude).toBe(-180)
  expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
})

test('the view of several places shows them all; without any it shows the world', () => {
  const both = viewOf([rotterdam, lima], size)
  expect(isInView(rotterdam, both, size) && isInView(lima, both, size)).toBe(true)
  const world = viewOf([], size)
  expect(isInView(rotterdam, world, size) && isInView(lima, world, size)).toBe(true)
})
