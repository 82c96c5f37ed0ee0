import { expect, test } from 'vitest'
import { ScrollHand } from './scroll-hand.ts'

const END = 0
const FAR = 400

test('a list that moves by itself neither stops following nor begins to', () => {
  const hand = new ScrollHand()
  expect(hand.scrolled({ top: 900, left: END })).toBeNull()
  expect(hand.scrolled({ top: 500, left: FAR })).toBeNull()
  expect(hand.scrolled({ top: 940, left: END })).toBeNull()
})

test('wheel, key and finger hold the list as soon as they go up', () => {
  const hand = new ScrollHand()
  expect(hand.wheel(-3)).toBe('pause')
  expect(hand.key('PageUp')).toBe('pause')
  expect(hand.key('a')).toBeNull()
  expect(hand.touch(100)).toBeNull()
  expect(hand.touch(108)).toBe('pause')
})

test('a jump to the end that is told of only after the wheel went up does not take up the following again', () => {
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
])('the end is followed again once %s has gone down to it', (_what, goDown) => {
  const hand = new ScrollHand()
  hand.wheel(-3)
  hand.scrolled({ top: 300, left: FAR })
  goDown(hand)
  expect(hand.scrolled({ top: 500, left: 200 })).toBeNull()
  expect(hand.scrolled({ top: 690, left: 10 })).toBe('resume')
})

test('a scroll bar that is drawn up holds the list', () => {
  const hand = new ScrollHand()
  hand.scrolled({ top: 900, left: END })
  hand.hold(true)
  expect(hand.scrolled({ top: 700, left: 200 })).toBe('pause')
  hand.hold(false)
  expect(hand.scrolled({ top: 600, left: 300 })).toBeNull()
})

test('a list that is moved to a line near its end stays held', () => {
  const hand = new ScrollHand()
  hand.wheel(120)
  hand.letGo()
  expect(hand.scrolled({ top: 690, left: 10 })).toBeNull()
})
