import { expect, test } from 'vitest'
import { fleetNameProblem } from '@/features/fleets/fleet-name.ts'
import { suggestName } from './suggest-name.ts'

test('a suggested name is an adjective and a noun, and is valid [FLEET-024]', () => {
  for (let i = 0; i < 200; i += 1) {
    const name = suggestName([]) ?? ''
    expect(name).toMatch(/^[a-z]+-[a-z]+$/)
    expect(fleetNameProblem(name)).toBeUndefined()
  }
})

test('appends a 12-bit number to a name that is taken in any case [FLEET-025, FLEET-027]', () => {
  const limits: number[] = []
  const draw = (limit: number) => {
    limits.push(limit)
    return limit === 4096 ? 4095 : 0
  }
  const plain = suggestName([], draw) ?? ''
  expect(suggestName([plain.toUpperCase()], draw)).toBe(`${plain}-4095`)
  expect(limits.at(-1)).toBe(4096)
})

test('suggests no name after 500 retries [FLEET-026]', () => {
  let tries = 0
  const draw = (limit: number) => {
    if (limit === 4096) tries += 1
    return 0
  }
  const plain = suggestName([], draw) ?? ''
  expect(suggestName([plain, `${plain}-0`], draw)).toBeUndefined()
  expect(tries).toBe(500)
})
