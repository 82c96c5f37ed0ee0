import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TimerQueue } from './timer-queue.ts'

test('returns the earliest entries first, and equal times by index', () => {
  const entry = fc.record({ at: fc.integer({ min: 0, max: 50 }), index: fc.nat(1000) })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 300 }), (entries) => {
      const queue = new TimerQueue(2)
      for (const { at, index } of entries) queue.push(at, index)
      const popped = entries.map(() => ({ at: queue.soonest(), index: queue.pop() }))
      expect(popped).toEqual(entries.toSorted((a, b) => a.at - b.at || a.index - b.index))
      expect(queue.soonest()).toBe(Infinity)
      expect(queue.pop()).toBe(-1)
    }),
  )
})
