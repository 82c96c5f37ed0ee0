import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  generatedUuid,
  indexOfGeneratedUuid,
  localAddress,
  macAddress,
  nearby,
} from '../definition/identity.ts'
import { chance, draw, drift, pick, pickIndex, scramble, shuffled, unscramble } from './random.ts'
import { streams } from './streams.ts'

test('the same seed and numbers give the same draw on every machine', () => {
  expect([draw(1, 2), draw(1, 2, 3), draw(42, 0, 0, 0, 0), draw(-5, 1 << 30, -1)]).toEqual([
    1952157429, 2538560560, 2024316252, 1207546510,
  ])
})

test('draws are spread evenly', () => {
  const slots = Array.from({ length: 16 }, () => 0)
  for (let i = 0; i < 160_000; i++) {
    const slot = Math.floor(chance(9, streams.uuid, i) * 16)
    slots[slot] = (slots[slot] ?? 0) + 1
  }
  for (const count of slots) expect(Math.abs(count - 10_000)).toBeLessThan(450)
})

test('unscramble is the inverse of scramble', () => {
  const integer = fc.integer({ min: 0, max: 0xffffffff })
  fc.assert(fc.property(integer, integer, (seed, value) => unscramble(seed, scramble(seed, value)) === value))
})

test('shuffled is a permutation', () => {
  const size = 12_345
  const seen = new Set(Array.from({ length: size }, (_, i) => shuffled(3, i, size)))
  expect(seen.size).toBe(size)
  expect(Math.max(...seen)).toBe(size - 1)
})

test('the frequency of a choice matches its weight', () => {
  const choices = [
    { value: 'a', weight: 3 },
    { value: 'b', weight: 1 },
  ]
  expect([0, 0.74, 0.76, 0.999].map((share) => pick(choices, share))).toEqual(['a', 'a', 'b', 'b'])
  expect(() => pickIndex([], 0.5)).toThrow('at least one value')
})

test('drift is smooth: it changes little in a hundredth of a step', () => {
  for (let at = 0; at < 100_000; at += 10) {
    expect(
      Math.abs(drift(5, streams.uuid, 1, at, 1000) - drift(5, streams.uuid, 1, at + 10, 1000)),
    ).toBeLessThan(0.02)
  }
})

test('computes the index of a device from its UUID', () => {
  for (const index of [0, 1, 99_999, 1_000_000]) {
    const uuid = generatedUuid(42, index)
    expect(uuid).toMatch(/^[0-9a-f]{32}$/)
    expect(indexOfGeneratedUuid(42, uuid)).toBe(index)
  }
  expect(indexOfGeneratedUuid(42, 'not a uuid')).toBe(-1)
})

test('addresses are well-formed, and devices are near their place', () => {
  for (let index = 0; index < 500; index++) {
    expect(macAddress(1, index)).toMatch(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/)
    expect(localAddress(1, index)).toMatch(/^(192\.168|10\.0)\.\d{1,2}\.\d{1,3}$/)
    const place = nearby(1, index, { name: 'Oslo', latitude: 59.91, longitude: 10.75 })
    expect(Math.abs(place.latitude - 59.91)).toBeLessThan(0.2)
    expect(Math.abs(place.longitude - 10.75)).toBeLessThan(0.3)
  }
})
