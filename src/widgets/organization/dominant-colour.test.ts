import { expect, test } from 'vitest'
import { dominantColour } from './dominant-colour.ts'

const pixels = (...colours: [red: number, green: number, blue: number, opacity: number][]) => colours.flat()

test('the dominant colour of a logo is that of most of its coloured pixels', () => {
  const white: [number, number, number, number] = [255, 255, 255, 255]
  const violet: [number, number, number, number] = [122, 63, 176, 255]
  expect(dominantColour(pixels(white, white, white, violet, violet, [220, 60, 60, 255]))).toBe('#7a3fb0')
})

test('grey and transparent pixels have no say', () => {
  expect(dominantColour(pixels([0, 0, 0, 255], [255, 255, 255, 255], [120, 120, 124, 255]))).toBeNull()
  expect(dominantColour(pixels([122, 63, 176, 0]))).toBeNull()
  expect(dominantColour([])).toBeNull()
})
