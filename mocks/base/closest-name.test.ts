import { expect, test } from 'vitest'
import { closestName, didYouMean } from './closest-name.ts'

const known = ['device_name', 'is_online', 'note', 'uuid']

test.each([
  ['nmae', undefined],
  ['devcie_name', 'device_name'],
  ['device_nam', 'device_name'],
  ['Note', 'note'],
  ['uudi', 'uuid'],
  ['overall_progress', undefined],
  ['', undefined],
])('%s probably means %s', (misspelt, name) => {
  expect(closestName(misspelt, known)).toBe(name)
})

test('the end of a sentence asks or ends', () => {
  expect(didYouMean('nota', known)).toBe('; did you mean "note"?')
  expect(didYouMean('something-else', known)).toBe('.')
})
