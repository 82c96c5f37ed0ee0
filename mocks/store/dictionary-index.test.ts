import { expect, test } from 'vitest'
import { createDictionaryIndex } from './dictionary-index.ts'
import type { Value } from './table.ts'

const SIZE = 500
const STATES = ['idle', 'downloading', null, 'stopped', true] as const

/** A pseudorandom state. */
const stateAt = (index: number, turn: number): Value =>
  STATES[(Math.imul(index * 31 + turn * 7_919 + 1, 2_654_435_761) >>> 7) % 3] ?? null

const listed = (found: ArrayLike<number> | undefined) => Array.from(found ?? [])

test('finds the devices with a value in order, also after changes', () => {
  const index = createDictionaryIndex(SIZE)
  const values = new Map<number, Value>()
  const put = (device: number, value: Value | undefined) => {
    if (value === undefined) values.delete(device)
    else values.set(device, value)
    index.put(device, value)
  }
  const devicesWith = (state: Value) =>
    [...values].flatMap(([device, value]) => (value === state ? [device] : [])).sort((a, b) => a - b)
  const expectSameAsScan = () => {
    for (const state of STATES) {
      const expected = devicesWith(state)
      expect(listed(index.find(state)), String(state)).toEqual(expected)
      const marked = index.marked?.(state)
      if (marked === undefined) continue
      expect(marked.length).toBe(expected.length)
      const bits = expected.every((device) => ((marked.marks[device >>> 5] ?? 0) >>> (device & 31)) & 1)
      expect(bits, `a bit for each device that is ${state}`).toBe(true)
    }
    const nullsLast = [...values].sort(
      ([one, left], [other, right]) =>
        Number(left === null) - Number(right === null) ||
        String(left).localeCompare(String(right), 'en') ||
        one - other,
    )
    expect(listed(index.sorted())).toEqual(nullsLast.map(([device]) => device))
  }
  for (let device = 0; device < SIZE; device++) put(device, stateAt(device, 0))
  expectSameAsScan()
  // Each device changes once, including those of the first and last word of the bitmap.
  for (let device = 0; device < SIZE; device++) {
    put(device, device % 40 === 7 ? undefined : stateAt(device, 1))
    if (device % 61 === 0 || device < 3) expectSameAsScan()
  }
  expectSameAsScan()
})
