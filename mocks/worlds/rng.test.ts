import { SimpleFaker } from '@faker-js/faker'
import { expect, test } from 'vitest'
import { createRng } from './rng.ts'

const LIST = ['hanover', 'antwerp', 'gdansk', 'lyon', 'porto'] as const

test.each([1, 42, 2 ** 32 - 1])('seed %i gives the same values as faker', (seed) => {
  const faker = new SimpleFaker()
  faker.seed(seed)
  const draw = createRng(seed)
  for (let round = 0; round < 20; round++) {
    expect(draw.int({ min: 5, max: 90_000 })).toBe(faker.number.int({ min: 5, max: 90_000 }))
    expect(draw.int({ max: round })).toBe(faker.number.int({ max: round }))
    expect(draw.oneOf(LIST)).toBe(faker.helpers.arrayElement(LIST))
    expect(draw.oneOf(['alone'])).toBe(faker.helpers.arrayElement(['alone']))
    expect(draw.someOf(LIST, 3)).toEqual(faker.helpers.arrayElements(LIST, 3))
    expect(draw.someOf(LIST, 9)).toEqual(faker.helpers.arrayElements(LIST, 9))
    expect(draw.hex(12)).toBe(faker.string.hexadecimal({ length: 12, prefix: '', casing: 'lower' }))
  }
})
