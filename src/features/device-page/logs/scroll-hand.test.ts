import { expect, test } from 'vitest'
import { ScrollHand } from './scroll-hand.ts'

const END = 0
const FAR = 400

test('scrolling not caused by the user neither pauses nor resumes following', () => {
  const hand = new ScrollHand()
  expect(hand.scrolled({ top: 900, left: END })).toBeNull()
  expect(hand.scrolled({ top: 500, left: FAR })).toBeNull()
  expect(hand.scrolled({ top: 940, left: END })).toBeNull()
})

test('scrolling up by wheel, key or touch pauses following', () => {
  const hand = new ScrollHand()
  expect(hand.wheel(-3)).toBe('pause')
  expect(hand.key('PageUp')).toBe('pause')
  expect(hand.key('a')).toBeNull()
  expect(hand.touch(100)).toBeNull()
  expect(hand.touch(108)).toBe('pause')
})

test('a late scroll event of a jump to the end does not resume following after the wheel went up', () => {
  const hand = new ScrollHand()
  hand.wheel(-3)
  expect(hand.scrolled({ top: 900, left: END })).toBeNull()
})

test.each([
  ['a wheel', (hand: ScrollHand) => hand.wheel(120)],
  ['a key', (hand: ScrollHand) => hand.key('End')],
  [
    'a finger',
    (hand: ScrollHand) => {
      hand.touch(100)
      hand.touch(40)
      hand.touchEnd()
    },
  ],
  ['a scroll bar', (hand: ScrollHand) => hand.hold(true)],
])('resumes following when %s reaches the end', (_what, goDown) => {
  const hand = new ScrollHand()
  hand.wheel(-3)
  hand.scrolled({ top: 300, left: FAR })
  goDown(hand)
  expect(hand.scrolled({ top: 500, left: 200 })).toBeNull()
  expect(hand.scrolled({ top: 690, left: 10 })).toBe('resume')
})

test('dragging the scroll bar up pauses following', () => {
  const hand = new ScrollHand()
  hand.scrolled({ top: 900, left: END })
  hand.hold(true)
  expect(hand.scrolled({ top: 700, left: 200 })).toBe('pause')
  hand.hold(false)
  expect(hand.scrolled({ top: 600, left: 300 })).toBeNull()
})

test('moving the list to a line near its end does not resume following', () => {
  const hand = new ScrollHand()
  hand.wheel(120)
  hand.letGo()
  expect(hand.scrolled({ top: 690, left: 10 })).toBeNull()
})
