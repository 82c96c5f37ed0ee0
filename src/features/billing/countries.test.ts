import { expect, test } from 'vitest'
import { countryOptions } from './countries.ts'

test('all 249 countries of ISO 3166-1 have distinct names, in code order', () => {
  const options = countryOptions('NL')
  expect(options).toHaveLength(249)
  expect(new Set(options.map(({ value }) => value)).size).toBe(249)
  for (const { value, label } of options) expect(label).not.toBe(value)
  expect(options.find(({ value }) => value === 'NL')?.label).toBe('Netherlands')
  expect(options.map(({ label }) => label).slice(0, 3)).toEqual(['Afghanistan', 'Åland Islands', 'Albania'])
})

test('keeps a stored value that is not a country', () => {
  expect(countryOptions('Holland')).toContainEqual({ value: 'Holland', label: 'Holland' })
})
