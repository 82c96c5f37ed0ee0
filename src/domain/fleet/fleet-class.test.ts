import { expect, test } from 'vitest'
import { classInPath, numericId, pathOfClass } from './fleet-class.ts'

test.each([
  ['/fleets', 'fleet'],
  ['/apps/7', 'app'],
  ['/blocks/7/devices', 'block'],
  ['/base/blocks/7', 'block'],
  ['/appstore', 'fleet'],
] as const)('%s has the class %s [ROUTE-058]', (path, fleetClass) => {
  expect(classInPath(path)).toBe(fleetClass)
})

test('the prefix changes with the class, and the rest of the URL stays [ROUTE-058]', () => {
  expect(pathOfClass('/fleets/7', 'block')).toBe('/blocks/7')
  expect(pathOfClass('/base/apps/7/devices', 'fleet')).toBe('/fleets/7/devices')
})

test('a page that only fleets have becomes the summary', () => {
  expect(pathOfClass('/fleets/7/devices', 'block')).toBe('/blocks/7')
  expect(pathOfClass('/fleets/7/settings', 'block')).toBe('/blocks/7/settings')
})

test.each([
  ['7', 7],
  ['0', undefined],
  ['07', undefined],
  ['7a', undefined],
  ['-7', undefined],
  ['1e3', undefined],
  [undefined, undefined],
])('the id written as %s is parsed as %s', (text, id) => {
  expect(numericId(text)).toBe(id)
})
