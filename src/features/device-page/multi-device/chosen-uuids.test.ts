import { expect, test } from 'vitest'
import { chosenUuids, withUuids } from './chosen-uuids.ts'

const [first, second, third] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)]

test('reads devices from the address, without duplicates, excess or invalid UUIDs', () => {
  const search = new URLSearchParams({ uuids: [first, 'NOT A UUID', second, first, third].join(',') })
  expect(chosenUuids(search, 2)).toEqual([first, second])
  expect(chosenUuids(new URLSearchParams(), 2)).toEqual([])
})

test('changing the devices keeps the other parameters', () => {
  const search = withUuids(new URLSearchParams('x=1'), [first])
  expect(search.toString()).toBe(`x=1&uuids=${first}`)
  expect(withUuids(search, []).toString()).toBe('x=1')
})
